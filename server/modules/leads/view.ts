import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import type { LeadRow } from './store.ts'

/** The name of an owner whose account was deleted. */
const DELETED_OWNER_NAME = '已删除的用户'

/** Returns the response deadline of a new lead; `null` for other statuses. */
export const getDueAt = (status: LeadStatus, createdAt: string): string | null =>
  status === 'new' ? new Date(Date.parse(createdAt) + LEAD_RESPONSE_MS).toISOString() : null

/** Returns what a visitor entered, for that visitor: without the back office's status and notes. */
export const toOwnLead = (row: LeadRow) => ({
  kind: row.kind,
  companyName: row.companyName,
  contactName: row.contactName,
  phone: row.phone,
  email: row.email,
  requirements: row.requirements,
  productName: row.productName,
  termsVersion: row.termsVersion,
  createdAt: row.createdAt,
})

/** Converts a row to a lead; contact data is omitted without permission to view it. */
export function toLeadRecord(row: LeadRow, caller: Caller): LeadRecord {
  const canReadContacts = can(caller, 'contacts:read')
  const omitContact = (value: string) => (canReadContacts ? value : '')
  const redactText = (text: string) => (canReadContacts ? text : redactContacts(text))
  return {
    id: row.id,
    kind: row.kind,
    companyName: redactText(row.companyName),
    productName: redactText(row.productName),
    status: row.status,
    contactName: omitContact(row.contactName),
    phone: omitContact(row.phone),
    email: omitContact(row.email),
    requirements: redactText(row.requirements),
    notes: redactText(row.notes),
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? DELETED_OWNER_NAME },
    termsVersion: row.termsVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    contactedAt: row.contactedAt,
    dueAt: getDueAt(row.status, row.createdAt),
    version: row.version,
  }
}
