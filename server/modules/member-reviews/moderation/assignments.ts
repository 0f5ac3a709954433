import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import type { AssignmentSubject, NamedWork } from '#server/modules/assignments/service.ts'
import { assignReview, findReview, type ReviewWithContext } from '../store.ts'
import { listAssignedReviews } from './store.ts'

export const toWork = (row: ReviewWithContext): NamedWork => ({
  id: row.id,
  name: `对${row.productName}的评价`,
  path: buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { review: row.id }),
  assigneeId: row.assigneeId,
  assignmentDueAt: row.assignmentDueAt,
  promisedAt: null,
  isOpen: row.status === 'pending',
})

/** What assigns the moderation of reviews. */
export const REVIEW_ASSIGNMENTS: AssignmentSubject = {
  async find(db, id) {
    const row = await findReview(db, id)
    return row && row.productDeletedAt === null ? toWork(row) : undefined
  },
  save: ({ db }, id, columns) => assignReview(db, id, columns),
  listOpen: async (db, assigneeId, limit) => (await listAssignedReviews(db, assigneeId, limit)).map(toWork),
}
