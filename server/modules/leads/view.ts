import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import type { LeadRow } from './store.ts'

/** The name of an owner whose account was deleted. */
const DELETED_OWNER_NAME = '已删除的用户'

/** Returns the deadline of a new lead, `null` for others. */
export const dueAt = (status: LeadStatus, createdAt: string): string | null =>
  status === 'new' ? new Date(Date.parse(createdAt) + LEAD_RESPONSE_MS).toISOString() : null

/** Converts a row to a lead; contact data is omitted without permission to view it. */
export function toLeadRecord(row: LeadRow, viewer: Viewer): LeadRecord {
  const canSeeContacts = can(viewer, 'contacts:read')
  const showContact = (value: string) => (canSeeContacts ? value : '')
  const showText = (text: string) => (canSeeContacts ? text : redactContacts(text))
  return {
    id: row.id,
    kind: row.kind,
    companyName: showText(row.companyName),
    productName: showText(row.productName),
    status: row.status,
    contactName: showContact(row.contactName),
    phone: showContact(row.phone),
    email: showContact(row.email),
    requirements: showText(row.requirements),
    notes: showText(row.notes),
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? DELETED_OWNER_NAME },
    termsVersion: row.termsVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    contactedAt: row.contactedAt,
    dueAt: dueAt(row.status, row.createdAt),
    version: row.version,
  }
}
