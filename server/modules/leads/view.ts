import type { Assignment } from '#contracts/assignments/assignment.ts'
import { DELETED_USER_NAME } from '#contracts/identity/user-reference.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import type { LeadRow } from './store.ts'

/** Returns the response deadline of a new lead; `null` for other statuses. */
export const getPromisedAt = ({ status, createdAt }: { status: LeadStatus; createdAt: string }): string | null =>
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

/** Converts a row to a lead. */
export const toLeadRecord = (row: LeadRow, assignment: Assignment): LeadRecord => ({
  id: row.id,
  kind: row.kind,
  companyName: row.companyName,
  productName: row.productName,
  status: row.status,
  contactName: row.contactName,
  phone: row.phone,
  email: row.email,
  requirements: row.requirements,
  notes: row.notes,
  owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? DELETED_USER_NAME },
  termsVersion: row.termsVersion,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  contactedAt: row.contactedAt,
  dueAt: getPromisedAt(row),
  assignment,
  version: row.version,
})
