import type { ReportSubject } from '#server/modules/abuse-reports/service.ts'
import { isPublished } from '../policy.ts'
import { findReview } from '../store.ts'
import { isProductVisible } from '../view.ts'

/** The reviews that members can report: those that readers see, except samples, which nobody wrote. */
export const REPORTED_REVIEWS: ReportSubject = {
  async find(db, id) {
    const review = await findReview(db, id)
    if (!review) return undefined
    const { userId, productName, isSample } = review
    return { authorId: userId, productName, isShown: !isSample && isPublished(review) && isProductVisible(review) }
  },
}
