import { z } from 'zod'
import { type ProductInput, ProductSchema, type PublicProduct } from '#contracts/product.ts'
import { searchTextOf } from '#contracts/rules/search-text.ts'
import type { IndexedProduct } from './product-index.ts'
import { sanitisedRichText } from './rich-text.ts'
import type { ProductRow } from './store.ts'

const SearchTextSchema = z.object({ text: z.string(), syllables: z.string(), initials: z.string() })

/** A product's columns: what is queried by stands in its own, all else and what the schema doesn't know in `details`. */
export function productColumns(product: ProductInput) {
  const { id: _, name, slogan, description, category, price, rating, isActive, ...details } = product
  const kept = { ...details, detailedDescription: sanitisedRichText(details.detailedDescription) }
  return {
    ...{ name, slogan, description, category, price, rating, isActive },
    detailsJson: JSON.stringify(kept),
    searchJson: JSON.stringify(searchTextOf([name, slogan, description])),
  }
}

/** A row as a stranger may see it: no company contact, no counts. */
export function publicProduct(row: ProductRow): PublicProduct {
  const { name, slogan, description, category, price, rating, isActive } = row
  const product = ProductSchema.parse({
    ...z.record(z.string(), z.unknown()).parse(row.detailsJson),
    ...{ name, slogan, description, category, price, rating, isActive },
  })
  const { company: _company, contactEmail: _contactEmail, views: _views, ...seen } = product
  return {
    ...seen,
    id: row.id,
    detailedDescription: sanitisedRichText(product.detailedDescription),
    lastUpdated: row.updatedAt,
  }
}

const CardDetailsSchema = z.object({
  logoUrl: z.unknown(),
  keyCapabilities: z.unknown(),
  deploymentTypes: z.unknown(),
})

/** What a card in a list shows of a row; its other fields are empty. */
export const productCard = (row: ProductRow): PublicProduct =>
  publicProduct({ ...row, description: '', detailsJson: CardDetailsSchema.parse(row.detailsJson) })

/** What the index keeps of a row. */
export function indexedProduct(row: ProductRow): IndexedProduct {
  const details = z.object({ deploymentTypes: z.array(z.string()).default([]) }).parse(row.detailsJson)
  return {
    ...{ id: row.id, version: row.version, name: row.name, category: row.category, price: row.price },
    rating: row.rating,
    deploymentTypes: details.deploymentTypes,
    search: SearchTextSchema.parse(row.searchJson),
  }
}
