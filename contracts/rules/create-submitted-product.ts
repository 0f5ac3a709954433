import { createBlankProduct } from '../products/new-product.ts'
import type { ProductInput } from '../products/product.ts'
import { getSubmittedValues, type Submitted } from './product-from-submission.ts'

/** Creates the product of an approved submission, without rating and price. */
export const createSubmittedProduct = (
  submission: Submitted,
  { category, name = submission.productName }: { category: string; name?: string | undefined },
): ProductInput => ({
  ...createBlankProduct(),
  ...getSubmittedValues({ ...submission, productName: name }, category),
  rating: null,
})
