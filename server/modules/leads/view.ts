import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_PROMISE_MS } from '#contracts/limits.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import type { LeadRow } from './store.ts'

/** The name of an owner whose account was deleted. */
const DELETED_OWNER_NAME = '已删除的用户'

/** Returns the deadline of a new lead, `null` for others. */
export const dueAt = (status: LeadStatus, createdAt: string): string | null =>
  status === 'new' ? new Date(Date.parse(createdAt) + LEAD_PROMISE_MS).toISOString() : null

/** Converts a row to a lead; contact data is omitted without permission to view it. */
export function toLeadRecord(row: LeadRow, canSeeContacts: boolean): LeadRecord {
  const showContact = (value: string) => (canSeeContacts ? value : '')
  const showText = (text: string) => (canSeeContacts ? text : redactContacts(text))
  return {
    id: row.id,
    kind: row.kind,
    companyName: row.companyName,
    productName: row.productName,
    status: row.status,
    contactName: showContact(row.contactName),
    phone: showContact(row.phone),
    email: showContact(row.email),
    requirements: showText(row.requirements),
    notes: showText(row.notes),
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? DELETED_OWNER_NAME },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    contactedAt: row.contactedAt,
    dueAt: dueAt(row.status, row.createdAt),
    version: row.version,
  }
}

/** Replaces phone numbers and email addresses for readers without `contacts:read`. */
export const REDACTED = '［联系方式已隐藏］'

const EMAIL = /[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
/** Seven digits or more, as people write numbers: blanks, dashes and brackets between them. */
const NUMBER = /\+?[（(]?\p{Nd}(?:[）)（( \t\u00a0.–—-]{0,3}\p{Nd}){6,}/gu
const DAY = /^\d{4}[.-]\d{1,2}[.-]\d{1,2}$/

/**
 * Redacts phone numbers and email addresses in a text, for readers without `contacts:read`. Long amounts of money are
 * redacted too: better that than a visible number.
 */
export const redactContacts = (text: string): string =>
  text.replaceAll(EMAIL, REDACTED).replaceAll(NUMBER, (match) => (DAY.test(match) ? match : REDACTED))
