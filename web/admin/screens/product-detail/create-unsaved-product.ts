import { createNewProduct } from '#contracts/products/new-product.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Choices } from '../../editors/forms/product.ts'
import type { LoadedProduct } from './product-calls.ts'

/** Returns the initial values of a new product. If prices are a closed list, none is preselected. */
export function createUnsavedProduct(catalogue: Catalogue, { categories }: Choices): LoadedProduct {
  const fixedChoices = findFixedChoices(catalogue)
  const document = createNewProduct(catalogue, fixedChoices?.category ?? categories)
  return { id: '', version: 0, value: fixedChoices ? { ...document, price: '' } : document }
}
