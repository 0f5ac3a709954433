/** The information for an approval: categories, similar products and submissions, and the product of the same name. */
import { type EditorFact, SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import { POSSIBLE_DUPLICATES_MAX } from '#contracts/limits.ts'
import { suggestCategory } from '#contracts/rules/catalogue-category.ts'
import {
  type ApprovalInfo,
  DUPLICATE_REASONS,
  type DuplicateReason,
  type ExistingProduct,
  ExistingProductSchema,
  type PossibleDuplicateProduct,
  type PossibleDuplicateSubmission,
} from '#contracts/submission-review/approval.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SubmissionRow, SubmissionService } from '#server/modules/submissions/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createDuplicateDetector, type NamedProduct } from './possible-duplicates.ts'
import { listIdentitiesBefore } from './store.ts'

type Dependencies = {
  database: Database
  products: ProductService
  submissions: SubmissionService
  facts: Pick<FactService, 'listForEditing'>
}

const COMPARISONS_PER_BATCH = 250

/** Creates the lookup of the information that a reviewer needs for an approval. */
export function createApprovalLookup({ database, products, submissions, facts }: Dependencies) {
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
    { id, updatesProductId }: SubmissionRow,
    compare: DuplicateDetector,
  ): Promise<PossibleDuplicateSubmission[]> {
    const similar: PossibleDuplicateSubmission[] = []
    let cursor: number | undefined
    do {
      const rows = await listIdentitiesBefore(database.read, cursor, COMPARISONS_PER_BATCH)
      for (const { id: _id, productName, companyName, status, createdAt, productId } of rows) {
        // Earlier submissions of the updated product are no duplicates of its update.
        const isOwn = _id === id || (productId !== null && productId === updatesProductId)
        const reason = isOwn ? undefined : compare({ name: productName, company: companyName })
        if (reason) similar.push({ _id, productName, companyName, status, createdAt, reason })
      }
      cursor = rows.at(-1)?.ordinal
      await yieldToEventLoop()
    } while (cursor !== undefined)
    return filterMostSimilar(similar)
  }

  /** Returns the product that a vendor asks to update, or else the one of the same name. */
  async function findExisting(row: SubmissionRow): Promise<ExistingProduct | null> {
    const stored =
      row.updatesProductId === null
        ? await products.findNamesake(database.read, 'agent', row.productName)
        : await products.findStored(database.read, 'agent', row.updatesProductId)
    if (!stored) return null
    const submittedFacts = SubmittedFactsSchema.parse(row.factsJson)
    const currentFacts = (await facts.listForEditing([stored.id])).get(stored.id) ?? []
    const replacedFacts = currentFacts.filter((fact) =>
      submittedFacts.some(({ attribute }) => attribute === fact.attribute),
    )
    return toExistingProduct(stored, replacedFacts)
  }

  return {
    /** Returns the information for the approval of a submission. */
    async get(row: SubmissionRow): Promise<ApprovalInfo> {
      const compare = createDuplicateDetector({ name: row.productName, company: row.companyName })
      const categories = await submissions.listCategories()
      return {
        categories,
        suggestedCategory: suggestCategory(row.category, categories) ?? (categories.length === 0 ? row.category : ''),
        // The updated product is no duplicate of its update.
        products: (await listDuplicateProducts(compare)).filter(({ id }) => id !== row.updatesProductId),
        submissions: await listDuplicateSubmissions(row, compare),
        existing: await findExisting(row),
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

type StoredProduct = NonNullable<Awaited<ReturnType<ProductService['findStored']>>>

const toExistingProduct = ({ id, version, product }: StoredProduct, facts: readonly EditorFact[]): ExistingProduct => ({
  id,
  name: product.name,
  version,
  screenshotCount: product.screenshots.length,
  facts: facts.map(({ attribute, type, value, isComplete, unit, grade }) => ({
    attribute,
    type,
    value,
    isComplete,
    unit,
    grade,
  })),
  fields: ExistingProductSchema.shape.fields.parse(product),
})
