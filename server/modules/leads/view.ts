import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_PROMISE_MS } from '#contracts/limits.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import type { LeadRow } from './store.ts'
import { withoutContacts } from './without-contacts.ts'

/** What an owner is called whose account was deleted since. */
const GONE = '已删除的用户'

/** Till when a new lead is to be called; nothing else waits. */
export const dueAt = (status: LeadStatus, createdAt: string): string | null =>
  status === 'new' ? new Date(Date.parse(createdAt) + LEAD_PROMISE_MS).toISOString() : null

/** A lead as the desk shows it; who may not see contact data gets it without. */
export function leadRecord(row: LeadRow, seesContacts: boolean): LeadRecord {
  const contact = (value: string) => (seesContacts ? value : '')
  const words = (text: string) => (seesContacts ? text : withoutContacts(text))
  return {
    ...{ id: row.id, kind: row.kind, companyName: row.companyName, productName: row.productName, status: row.status },
    ...{ contactName: contact(row.contactName), phone: contact(row.phone), email: contact(row.email) },
    ...{ requirements: words(row.requirements), notes: words(row.notes) },
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? GONE },
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt, contactedAt: row.contactedAt },
    ...{ dueAt: dueAt(row.status, row.createdAt), version: row.version },
  }
}
