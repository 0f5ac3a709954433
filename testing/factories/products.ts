import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS, type ProductFieldType } from '#contracts/products/fields.ts'
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TestApp } from '../test-app.ts'

export const SAMPLE_SCREENSHOT = '/uploads/screenshots/00000000-0000-4000-8000-000000000001.webp'

/** A value for each field type; its text contains the field's label. */
const SAMPLES: Record<ProductFieldType, (label: string) => unknown> = {
  id: () => 'sample-id',
  name: (label) => `${label}一`,
  line: (label) => `${label}一`,
  optionalName: (label) => `${label}一`,
  optionalEmail: () => 'vendor@example.com',
  choice: (label) => `${label}一`,
  paragraph: (label) => `${label}一`,
  richText: (label) => `<p>${label}一</p>`,
  texts: (label) => [`${label}一`, `${label}二`],
  link: () => 'https://example.com/product',
  image: () => '/uploads/sample.png',
  screenshots: (label) => [{ url: SAMPLE_SCREENSHOT, caption: `${label}一`, width: 1_280, height: 800 }],
  rating: () => 3.7,
  flag: () => true,
  optInFlag: () => true,
  specs: (label) => [{ title: `${label}一`, value: `${label}二` }],
  reviews: (label) => [{ user: `${label}一`, rating: 4, date: '2026-11-20', comment: `${label}二` }],
}

/** Returns a product with a distinct value in every field. */
export const createFilledProduct = (): ProductInput =>
  ProductSchema.parse(
    Object.fromEntries(
      PRODUCT_FIELD_LIST.map((field) => {
        const { label, type } = PRODUCT_FIELDS[field]
        return [field, SAMPLES[type](label)]
      }),
    ),
  )

export const createProductInput = (fields: Partial<ProductInput> & { name: string }): ProductInput =>
  ProductSchema.parse(fields)

/** Creates products in a catalogue, in this order. Returns their ids. */
export async function createProducts(
  { database, services }: Pick<TestApp, 'database' | 'services'>,
  catalogue: Catalogue,
  products: readonly (Partial<ProductInput> & { name: string })[],
): Promise<string[]> {
  const ids: string[] = []
  for (const product of products)
    ids.push(
      await database.write((transaction) =>
        services.products.create(transaction, catalogue, createProductInput(product)),
      ),
    )
  return ids
}

/** Inserts products with these ids into an empty catalogue, in one transaction, as an import does. */
export async function insertProducts(
  app: TestApp,
  catalogue: Catalogue,
  products: readonly { id: string; product: ProductInput }[],
): Promise<void> {
  const service = app.services.products
  const columns = await service.buildColumns(products.map(({ id, product }) => ({ id, isNew: true, product })))
  const plannedRevision = await service.countChanges(catalogue)
  await app.database.write((transaction) =>
    service.saveMany(transaction, { catalogue, plannedRevision }, columns, null),
  )
}
