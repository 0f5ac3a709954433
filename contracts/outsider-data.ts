/**
 * Marks the parts of replies that people outside the staff have written, or that contain their contact data. The server
 * hides them from callers without the permission, in every call that requires a permission and in every export
 * (`server/platform/hide-contacts.ts`).
 */
import { z } from 'zod'
import type { Permission } from './permissions.ts'

type OutsiderData = {
  /** What is hidden: contacts in texts, what precedes the `@` of an address, or the value as a whole. */
  hides: 'contacts' | 'mailbox' | 'value'
  /** Who can read it. */
  permission: Permission
}

/** What is known about a schema and those derived from it. */
export const OUTSIDER_DATA = z.registry<OutsiderData>()

const mark =
  (hides: OutsiderData['hides']) =>
  <Schema extends z.ZodType>(schema: Schema, permission: Permission = 'contacts:read'): Schema => {
    OUTSIDER_DATA.add(schema, { hides, permission })
    return schema
  }

/** Whether a reviewer has confirmed that contact data in the texts of an approval becomes public. */
export const publicContactsFlag = z
  .boolean()
  .optional()
  .describe(
    '已确认公开文字中的联系方式。文字里有联系方式而未给出时返回409（`reason` 为 `confirmation-required`），逐项列出。',
  )

const markText = mark('contacts')

/** Marks a text, or a value that contains texts, of people outside the staff: contacts in it are redacted. */
export function outsiderText(): z.ZodString
export function outsiderText<Schema extends z.ZodType>(schema: Schema, permission?: Permission): Schema
export function outsiderText(schema: z.ZodType = z.string(), permission?: Permission): z.ZodType {
  return markText(schema, permission)
}

/** Marks a person's data, such as a name or a phone number: without permission, it is `null`, or '' if it can't be `null`. */
export const personalData = mark('value')

/** Marks an email address, which is shown as `c***@example.com` without permission. */
export const mailbox = mark('mailbox')
