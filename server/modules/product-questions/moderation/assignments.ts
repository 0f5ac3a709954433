import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import type { AssignmentSubject, NamedWork } from '#server/modules/assignments/service.ts'
import { assignPost, findPost, type PostWithContext } from '../store.ts'
import { listAssignedPosts } from './store.ts'

/** Returns how a post is called, such as 提问. */
export const describeKind = ({ questionId }: Pick<PostWithContext, 'questionId'>): string =>
  POST_KIND_LABELS[questionId === null ? 'question' : 'answer']

export const toWork = (row: PostWithContext): NamedWork => ({
  id: row.id,
  name: `对${row.productName}的${describeKind(row)}`,
  path: buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { view: 'questions', question: row.id }),
  assigneeId: row.assigneeId,
  assignmentDueAt: row.assignmentDueAt,
  promisedAt: null,
  isOpen: row.status === 'pending',
})

/** What assigns the moderation of questions and answers. */
export const QUESTION_ASSIGNMENTS: AssignmentSubject = {
  async find(db, id) {
    const row = await findPost(db, id)
    return row?.productDeletedAt === null ? toWork(row) : undefined
  },
  save: ({ db }, id, columns) => assignPost(db, id, columns),
  listOpen: async (db, assigneeId, limit) => (await listAssignedPosts(db, assigneeId, limit)).map(toWork),
}
