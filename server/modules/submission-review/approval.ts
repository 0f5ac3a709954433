/** The information for an approval: categories, similar products and submissions, and the product of the same name. */
import { type EditorFact, SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import {
  type ApprovalInfo,
  type ExistingProduct,
  ExistingProductSchema,
} from '#contracts/submission-review/approval.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import { listPossibleDuplicates } from '#server/modules/possible-duplicates/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { type SubmissionRow, type SubmissionService, suggestCategory } from '#server/modules/submissions/service.ts'
import type { Database } from '#server/platform/database/database.ts'

type Dependencies = {
  database: Database
  products: ProductService
  submissions: SubmissionService
  facts: Pick<FactService, 'listForEditing'>
}

/** Creates the lookup of the information that a reviewer needs for an approval. */
export function createApprovalLookup({ database, products, submissions, facts }: Dependencies) {
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
      const categories = await submissions.listCategories()
      return {
        categories,
        suggestedCategory: suggestCategory(row.category, categories) ?? (categories.length === 0 ? row.category : ''),
        ...(await listPossibleDuplicates(database.read, row)),
        existing: await findExisting(row),
      }
    },
  }
}

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
