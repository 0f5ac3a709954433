import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import type { AssignmentSubject, NamedWork } from '#server/modules/assignments/service.ts'
import type { SubmissionRow, SubmissionService } from '#server/modules/submissions/service.ts'
import { listAssignedSubmissions } from './store.ts'
import { getPromisedAt } from './view.ts'

export const toWork = (row: SubmissionRow): NamedWork => ({
  id: row.id,
  name: row.productName,
  path: buildPageUrl(ADMIN_PAGES.submissionReview, ADMIN_SCREENS.submissionReview.parameters, { id: row.id }),
  assigneeId: row.assigneeId,
  assignmentDueAt: row.assignmentDueAt,
  promisedAt: getPromisedAt(row),
  isOpen: row.status === 'pending',
})

/** Creates what assigns submissions. */
export const createSubmissionAssignments = (
  submissions: Pick<SubmissionService, 'find' | 'assign'>,
): AssignmentSubject => ({
  async find(db, id) {
    const row = await submissions.find(db, id)
    return row && toWork(row)
  },
  save: submissions.assign,
  listOpen: async (db, assigneeId, limit) => (await listAssignedSubmissions(db, assigneeId, limit)).map(toWork),
})
