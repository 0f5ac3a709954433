import type { VendorProducts } from '#contracts/vendors/vendor-product.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { MemberReviewService } from '#server/modules/member-reviews/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'

export type VendorProductService = ReturnType<typeof createVendorProductService>

type Dependencies = {
  vendors: Pick<VendorService, 'listRepresentedProducts'>
  facts: Pick<FactService, 'listPublic'>
  memberReviews: Pick<MemberReviewService, 'countUnanswered'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listCurrent' | 'statements'>
}

/** Creates the service that lists what a vendor has to do for each product. */
export const createVendorProductService = ({ vendors, facts, memberReviews, publishedEvaluations }: Dependencies) => ({
  /** Lists the products that a member represents, with unanswered reviews, stale facts and the current evaluation. */
  async listOwn(memberId: string): Promise<VendorProducts> {
    const { isEmailVerified, products } = await vendors.listRepresentedProducts(memberId)
    const ids = products.map(({ id }) => id)
    const factsByProduct = await facts.listPublic(ids)
    const unanswered = await memberReviews.countUnanswered(ids)
    const evaluations = await publishedEvaluations.listCurrent(ids)
    return {
      isEmailVerified,
      products: await Promise.all(
        products.map(async (product) => {
          const evaluation = evaluations.get(product.id)
          const [statement] = evaluation ? await publishedEvaluations.statements.listOwn(evaluation.id, memberId) : []
          return {
            ...product,
            unansweredReviews: unanswered.get(product.id) ?? 0,
            staleFacts: factsByProduct.get(product.id)?.facts.filter(({ isStale }) => isStale).length ?? 0,
            evaluation: evaluation ? { id: evaluation.id, statement: statement?.status ?? null } : null,
          }
        }),
      ),
    }
  },
})
