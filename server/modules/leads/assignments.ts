import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { type AssignmentSubject, type NamedWork, readAssignments } from '#server/modules/assignments/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findLead, isOpenLead, type LeadRow, listOpenLeads, updateLead } from './store.ts'
import { getPromisedAt, toLeadRecord } from './view.ts'

const toWork = (row: LeadRow): NamedWork => ({
  id: row.id,
  name: row.companyName,
  path: buildPageUrl(ADMIN_PAGES.leads, ADMIN_SCREENS.leads.parameters, { lead: row.id }),
  assigneeId: row.ownerId,
  assignmentDueAt: row.assignmentDueAt,
  promisedAt: getPromisedAt(row),
  isOpen: isOpenLead(row),
})

/** Creates the records of leads with their assignments, and what assigns them: a lead's owner is its assignee. */
export function createLeadAssignments({ clock }: { clock: Clock }) {
  async function toRecords(db: Queryable, rows: readonly LeadRow[]): Promise<LeadRecord[]> {
    const getAssignment = await readAssignments({ db, clock }, 'lead', rows.map(toWork))
    return rows.map((row) => toLeadRecord(row, getAssignment(row.id)))
  }

  const subject: AssignmentSubject = {
    async find(db, id) {
      const row = await findLead(db, id)
      return row && toWork(row)
    },
    async save({ db }, id, { assigneeId, assignmentDueAt }, stamp) {
      const row = await findLead(db, id)
      const columns = { ownerId: assigneeId, assignmentDueAt }
      if (!row || !(await updateLead(db, { id, version: row.version }, { ...columns, ...stamp })))
        throw new AppError('versionConflict', LEAD_MESSAGES.stale)
    },
    listOpen: async (db, assigneeId, limit) => (await listOpenLeads(db, assigneeId, limit)).map(toWork),
  }

  return {
    toRecords,
    toWork,

    async toRecord(db: Queryable, row: LeadRow): Promise<LeadRecord> {
      const getAssignment = await readAssignments({ db, clock }, 'lead', [toWork(row)])
      return toLeadRecord(row, getAssignment(row.id))
    },

    subject,
  }
}
