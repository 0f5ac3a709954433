import type { ReportSubject } from '#server/modules/abuse-reports/service.ts'
import { findPost } from '../store.ts'
import { isProductVisible } from '../view.ts'

/** The questions and answers that members can report: those that readers see. */
export const REPORTED_POSTS: ReportSubject = {
  async findShown(db, id) {
    const post = await findPost(db, id)
    if (post?.status !== 'published' || !isProductVisible(post)) return undefined
    return { authorId: post.userId, productName: post.productName }
  },
}
