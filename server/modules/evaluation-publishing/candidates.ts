/** Determines which results of a report may be published on product pages. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { findResult } from '#server/modules/evaluation-analysis/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Queryable } from '#server/platform/database/database.ts'

type Candidate = ReportData['setup']['candidates'][number]
type Product = { id: string; name: string; catalogue: Catalogue; isSample: boolean }

/** A report's data, and whether its project is the example. */
type ReportSource = { data: ReportData; isExample: boolean }

/** A candidate with its product in the catalogue, and the reason why it can't be published, if any. */
export type CheckedCandidate = { candidate: Candidate; product: Product | null; ineligibilityReason: string | null }

/**
 * Checks every candidate of a report. An example's results are invented, so they may be published only on sample
 * products.
 */
export const checkCandidates = (
  products: Pick<ProductService, 'get'>,
  source: ReportSource,
  db: Queryable,
): Promise<CheckedCandidate[]> =>
  Promise.all(
    source.data.setup.candidates.map(async (candidate) => {
      const product = await findProduct(products, candidate, db)
      return { candidate, product, ineligibilityReason: findIneligibilityReason(source, candidate, product) }
    }),
  )

async function findProduct(
  products: Pick<ProductService, 'get'>,
  { productId, catalogue }: Candidate,
  db: Queryable,
): Promise<Product | null> {
  if (productId === null || catalogue === null) return null
  try {
    const { id, name, isSample } = await products.get(catalogue, productId, db)
    return { id, name, catalogue, isSample }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'notFound' || error.code === 'invalid')) return null
    throw error
  }
}

function findIneligibilityReason(
  { data, isExample }: ReportSource,
  { key, productId }: Candidate,
  product: Product | null,
): string | null {
  if (productId === null) return MESSAGES.notInCatalogue
  if (!product) return MESSAGES.productNotFound
  if (isExample && !product.isSample) return MESSAGES.exampleProduct
  return findResult(data, key)?.recommendation ? null : MESSAGES.noRecommendation
}
