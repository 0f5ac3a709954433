import { LIST } from '../limits.ts'
import { createBlankProduct } from '../products/new-product.ts'
import type { ProductInput } from '../products/product.ts'
import { SUBMITTED_FIELDS, type SubmittedField } from '../submission-review/approval.ts'
import type { SubmissionRecord } from '../submission-review/submission-review.ts'
import { toSingleLine } from './single-line.ts'
import { splitWords } from './split-words.ts'

type Submitted = Pick<
  SubmissionRecord,
  | 'productName'
  | 'productDescription'
  | 'targetUsers'
  | 'keyFeatures'
  | 'deploymentType'
  | 'website'
  | 'companyName'
  | 'contactEmail'
>

type SubmittedValues = Required<Pick<ProductInput, SubmittedField>>

/** Creates the product of an approved submission, without rating and price. */
export const createSubmittedProduct = (
  submission: Submitted,
  { category, name = submission.productName }: { category: string; name?: string | undefined },
): ProductInput => ({
  ...createBlankProduct(),
  ...getSubmittedValues(submission, category),
  // A submission is stored exactly as sent; a product's name has a single line.
  name: toSingleLine(name),
  rating: null,
})

/**
 * Returns an existing product with the values of an approved submission; its deployment type is added to the others.
 */
export function updateSubmittedFields<Product extends Pick<ProductInput, SubmittedField>>(
  product: Product,
  submission: Submitted,
  category: string,
): Product & SubmittedValues {
  const values = getSubmittedValues(submission, category)
  const deploymentTypes = [...new Set([...product.deploymentTypes, ...values.deploymentTypes])]
  return { ...product, ...values, deploymentTypes }
}

/** Returns the fields of a product whose values an update changes. */
export const listChangedFields = (
  before: Pick<ProductInput, SubmittedField>,
  after: Pick<ProductInput, SubmittedField>,
): SubmittedField[] =>
  SUBMITTED_FIELDS.filter((field) => JSON.stringify(before[field] ?? '') !== JSON.stringify(after[field] ?? ''))

const getSubmittedValues = (submission: Submitted, category: string): SubmittedValues => ({
  description: submission.productDescription,
  category,
  targetUsers: splitList(submission.targetUsers),
  keyCapabilities: splitList(submission.keyFeatures),
  deploymentTypes: [submission.deploymentType],
  officialLink: submission.website,
  company: submission.companyName,
  contactEmail: submission.contactEmail,
})

/** Splits a text into a list; if there are too many words, the last entry contains the rest. */
function splitList(input: string): string[] {
  const parts = splitWords(input)
  if (parts.length <= LIST.short) return parts
  return [...parts.slice(0, LIST.short - 1), parts.slice(LIST.short - 1).join('、')]
}
