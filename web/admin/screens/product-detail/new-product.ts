import { ProductSchema } from '#contracts/products/product.ts'
import { AI_PRODUCT_CATEGORIES, type Catalogue } from '#contracts/vocabulary.ts'
import type { Choices } from '../../editors/forms/product.ts'
import type { LoadedProduct } from './product-calls.ts'

/** The agents' first category where their document names none (spec 2 §3). */
const AGENT_CATEGORY = '智能客服'

/** What a new product starts with (spec 2 §3, spec 3 §9); its name, and an AI product's price, are to be said. */
export function newProduct(catalogue: Catalogue, { categories }: Choices): LoadedProduct {
  const { name: _name, ...rest } = ProductSchema.parse({ name: '-', company: '', contactEmail: '' })
  const chosen =
    catalogue === 'ai'
      ? { category: AI_PRODUCT_CATEGORIES[0], price: '' }
      : { category: categories[0] || AGENT_CATEGORY, price: '面议' }
  return { id: '', version: 0, value: { name: '', ...rest, ...chosen } }
}
