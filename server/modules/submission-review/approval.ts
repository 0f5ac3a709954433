/** The information for an approval: categories, similar products and submissions, and the product of the same name. */
import { POSSIBLE_DUPLICATES_MAX } from '#contracts/limits.ts'
import { suggestCategory } from '#contracts/rules/catalogue-category.ts'
import { createDuplicateDetector, type NamedProduct } from '#contracts/rules/possible-duplicates.ts'
import {
  type ApprovalInfo,
  DUPLICATE_REASONS,
  type DuplicateReason,
  type ExistingProduct,
  type PossibleDuplicateProduct,
  type PossibleDuplicateSubmission,
} from '#contracts/submission-review/approval.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SubmissionRow, SubmissionService } from '#server/modules/submissions/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { listIdentitiesBefore } from './store.ts'

type Dependencies = { database: Database; products: ProductService; submissions: SubmissionService }

const COMPARISONS_PER_BATCH = 250

/** Creates the lookup of the information that a reviewer needs for an approval. */
export function createApprovalLookup({ database, products, submissions }: Dependencies) {
  async function listDuplicateProducts(compare: DuplicateDetector): Promise<PossibleDuplicateProduct[]> {
    const similar: PossibleDuplicateProduct[] = []
    for (const [index, product] of (await products.listIdentities('agent')).entries()) {
      if (index % COMPARISONS_PER_BATCH === 0) await yieldToEventLoop()
      const reason = compare(product)
      if (reason) similar.push({ ...product, reason })
    }
    return filterMostSimilar(similar)
  }

  async function listDuplicateSubmissions(
    id: string,
    compare: DuplicateDetector,
  ): Promise<PossibleDuplicateSubmission[]> {
    const similar: PossibleDuplicateSubmission[] = []
    let cursor: number | undefined
    do {
      const rows = await listIdentitiesBefore(database.read, cursor, COMPARISONS_PER_BATCH)
      for (const { id: _id, productName, companyName, status, createdAt } of rows) {
        const reason = _id === id ? undefined : compare({ name: productName, company: companyName })
        if (reason) similar.push({ _id, productName, companyName, status, createdAt, reason })
      }
      cursor = rows.at(-1)?.ordinal
      await yieldToEventLoop()
    } while (cursor !== undefined)
    return filterMostSimilar(similar)
  }

  return {
    /** Returns the information for the approval of a submission. */
    async get(row: SubmissionRow): Promise<ApprovalInfo> {
      const compare = createDuplicateDetector({ name: row.productName, company: row.companyName })
      const categories = await submissions.listCategories()
      return {
        categories,
        suggestedCategory: suggestCategory(row.category, categories) ?? (categories.length === 0 ? row.category : ''),
        products: await listDuplicateProducts(compare),
        submissions: await listDuplicateSubmissions(row.id, compare),
        existing: toExistingProduct(await products.findStored(database.read, 'agent', row.productName)),
      }
    },
  }
}

type DuplicateDetector = (other: NamedProduct) => DuplicateReason | undefined

const filterMostSimilar = <Item extends { reason: DuplicateReason }>(similar: readonly Item[]): Item[] =>
  DUPLICATE_REASONS.flatMap((reason) => similar.filter((item) => item.reason === reason)).slice(
    0,
    POSSIBLE_DUPLICATES_MAX,
  )

function toExistingProduct(stored: Awaited<ReturnType<ProductService['findStored']>>): ExistingProduct | null {
  if (!stored) return null
  const { name, description, category, targetUsers, keyCapabilities, deploymentTypes, officialLink } = stored.product
  const { company, contactEmail } = stored.product
  return {
    id: stored.id,
    name,
    version: stored.version,
    screenshotCount: stored.product.screenshots.length,
    fields: {
      description,
      category,
      targetUsers,
      keyCapabilities,
      deploymentTypes,
      officialLink,
      company,
      contactEmail,
    },
  }
}
