import type { ReportSubject } from '#server/modules/abuse-reports/service.ts'
import { findPost } from '../store.ts'
import { isProductVisible } from '../view.ts'

/** The questions and answers that members can report: those that readers see. */
export const REPORTED_POSTS: ReportSubject = {
  async find(db, id) {
    const post = await findPost(db, id)
    if (!post) return undefined
    const { userId, productName, status } = post
    return { authorId: userId, productName, isShown: status === 'published' && isProductVisible(post) }
  },
}
