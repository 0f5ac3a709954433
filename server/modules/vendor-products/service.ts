import type { VendorProducts } from '#contracts/vendors/vendor-product.ts'
import type { AnalyticsService } from '#server/modules/analytics/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MemberReviewService } from '#server/modules/member-reviews/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createProductFigures } from './figures.ts'
import { createProductUpdates } from './product-updates.ts'

export type VendorProductService = ReturnType<typeof createVendorProductService>

type Dependencies = {
  database: Database
  clock: Clock
  analytics: { visits: Pick<AnalyticsService['visits'], 'listProductCounts'> }
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'listRepresentedProducts' | 'findRepresentedVendor'>
  products: Pick<ProductService, 'findStored'>
  submissions: Pick<SubmissionService, 'submit' | 'listPendingUpdates' | 'withdrawUpdate' | 'listContactData'>
  facts: Pick<FactService, 'listPublic' | 'getPublic'>
  memberReviews: Pick<MemberReviewService, 'countUnanswered'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listCurrent' | 'statements'>
}

/** Creates the service by which vendors see what they have to do for each product, and update products. */
export function createVendorProductService(dependencies: Dependencies) {
  const { vendors, facts, memberReviews, publishedEvaluations } = dependencies
  const updates = createProductUpdates(dependencies)
  return {
    updates,
    figures: createProductFigures(dependencies),

    /** Lists the products that a member represents, with unanswered reviews, stale facts and the current evaluation. */
    async listOwn(memberId: string): Promise<VendorProducts> {
      const { isEmailVerified, products } = await vendors.listRepresentedProducts(memberId)
      const ids = products.map(({ id }) => id)
      const factsByProduct = await facts.listPublic(ids)
      const unanswered = await memberReviews.countUnanswered(ids)
      const evaluations = await publishedEvaluations.listCurrent(ids)
      const pendingUpdates = await updates.listPending(ids)
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
              pendingUpdate: pendingUpdates.get(product.id) ?? null,
              evaluation: evaluation ? { id: evaluation.id, statement: statement?.status ?? null } : null,
            }
          }),
        ),
      }
    },
  }
}
