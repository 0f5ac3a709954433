import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TestApp } from '../test-app.ts'

export const productOf = (fields: Partial<ProductInput> & { name: string }): ProductInput => ProductSchema.parse(fields)

/** Puts products into a catalogue, in this order. Gives their ids. */
export async function createProducts(
  { database, services }: Pick<TestApp, 'database' | 'services'>,
  catalogue: Catalogue,
  products: readonly (Partial<ProductInput> & { name: string })[],
): Promise<string[]> {
  const ids: string[] = []
  for (const product of products)
    ids.push(await database.write((write) => services.products.create(write, catalogue, productOf(product))))
  return ids
}
