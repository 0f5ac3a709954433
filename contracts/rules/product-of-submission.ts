import { LIST } from '../limits.ts'
import { blankProduct } from '../products/new-product.ts'
import type { ProductInput } from '../products/product.ts'
import type { SubmissionRecord } from '../submission-review/submission-review.ts'
import { splitWords } from './split-words.ts'

type Submitted = Pick<
  SubmissionRecord,
  | 'productName'
  | 'productDescription'
  | 'targetUsers'
  | 'keyFeatures'
  | 'category'
  | 'deploymentType'
  | 'website'
  | 'companyName'
  | 'contactEmail'
>

/** Creates the product of an approved submission (decisions §5), without rating and price. */
export const createProductInput = (submission: Submitted): ProductInput => ({
  ...blankProduct(),
  name: submission.productName,
  description: submission.productDescription,
  targetUsers: splitList(submission.targetUsers),
  keyCapabilities: splitList(submission.keyFeatures),
  deploymentTypes: [submission.deploymentType],
  officialLink: submission.website,
  rating: null,
  category: submission.category,
  company: submission.companyName,
  contactEmail: submission.contactEmail,
})

/** Splits a text into a list; if it has too many words, the last entry takes the rest. */
function splitList(input: string): string[] {
  const words = splitWords(input)
  if (words.length <= LIST.short) return words
  return [...words.slice(0, LIST.short - 1), words.slice(LIST.short - 1).join('、')]
}
