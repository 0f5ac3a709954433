/** The information for an approval: categories, similar products and submissions, and the product of the same name. */
import { LOOK_ALIKES_MAX } from '#contracts/limits.ts'
import { proposeCategory } from '#contracts/rules/catalogue-category.ts'
import { createLikenessTest, type Named } from '#contracts/rules/look-alike.ts'
import {
  type ApprovalInfo,
  type ExistingProduct,
  LIKENESSES,
  type Likeness,
  type SimilarProduct,
  type SimilarSubmission,
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
  async function listSimilarProducts(compare: LikenessTest): Promise<SimilarProduct[]> {
    const similar: SimilarProduct[] = []
    for (const [index, product] of (await products.listIdentities('agent')).entries()) {
      if (index % COMPARISONS_PER_BATCH === 0) await yieldToEventLoop()
      const likeness = compare(product)
      if (likeness) similar.push({ ...product, likeness })
    }
    return takeMostSimilar(similar)
  }

  async function listSimilarSubmissions(id: string, compare: LikenessTest): Promise<SimilarSubmission[]> {
    const similar: SimilarSubmission[] = []
    let cursor: number | undefined
    do {
      const rows = await listIdentitiesBefore(database.read, cursor, COMPARISONS_PER_BATCH)
      for (const { id: _id, productName, companyName, status, createdAt } of rows) {
        const likeness = _id === id ? undefined : compare({ name: productName, company: companyName })
        if (likeness) similar.push({ _id, productName, companyName, status, createdAt, likeness })
      }
      cursor = rows.at(-1)?.ordinal
      await yieldToEventLoop()
    } while (cursor !== undefined)
    return takeMostSimilar(similar)
  }

  return {
    /** Returns the information for the approval of a submission. */
    async get(row: SubmissionRow): Promise<ApprovalInfo> {
      const compare = createLikenessTest({ name: row.productName, company: row.companyName })
      const categories = await submissions.listCategories()
      return {
        categories,
        proposedCategory: proposeCategory(row.category, categories) ?? (categories.length === 0 ? row.category : ''),
        products: await listSimilarProducts(compare),
        submissions: await listSimilarSubmissions(row.id, compare),
        existing: toExistingProduct(await products.findStored(database.read, 'agent', row.productName)),
      }
    },
  }
}

type LikenessTest = (other: Named) => Likeness | undefined

const takeMostSimilar = <Item extends { likeness: Likeness }>(similar: readonly Item[]): Item[] =>
  LIKENESSES.flatMap((likeness) => similar.filter((item) => item.likeness === likeness)).slice(0, LOOK_ALIKES_MAX)

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
