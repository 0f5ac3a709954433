/** Exports a catalogue and imports it into an empty one: every product, field and fact is unchanged. */
import fc from 'fast-check'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import { TABLE_FORMATS, type TableFormat } from '#contracts/table.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC } from '#server/modules/facts/service.ts'
import { createPublicFact } from '#testing/factories/facts.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onSqlite, type TestApp } from '#testing/test-app.ts'

/** Characters that a format escapes or quotes. */
const CHARACTER = fc.constantFrom(
  '智',
  '能',
  'a',
  'B',
  '7',
  ' ',
  '，',
  '、',
  '"',
  "'",
  '=',
  '-',
  '：',
  ';',
  '🚀',
  '_x000D_',
  '<',
  '&',
)
const textArbitrary = (maxLength: number) =>
  fc.array(CHARACTER, { minLength: 1, maxLength }).map((characters) => `字${characters.join('')}字`)
const wordsArbitrary = fc.uniqueArray(textArbitrary(6), { maxLength: 4 })
const specsArbitrary = fc.array(fc.record({ title: textArbitrary(5), value: textArbitrary(8) }), { maxLength: 3 })

const productArbitrary = (catalogue: Catalogue) => {
  const fixed = findFixedChoices(catalogue)
  return fc.record({
    slogan: textArbitrary(12),
    description: textArbitrary(40),
    uniqueValue: textArbitrary(20),
    category: fixed ? fc.constantFrom(...fixed.category) : textArbitrary(4),
    price: fixed ? fc.constantFrom(...fixed.price) : textArbitrary(4),
    rating: fc.option(fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10)),
    isActive: fc.boolean(),
    targetUsers: wordsArbitrary,
    keyCapabilities: wordsArbitrary,
    technicalSpecs: specsArbitrary,
    detailedDescription: textArbitrary(30).map(
      (text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    ),
    company: textArbitrary(6),
    contactEmail: fc.constantFrom('', 'vendor@example.com'),
  })
}
const factsArbitrary = fc
  .record({
    vendor: textArbitrary(10),
    models: fc.constantFrom([], ['通义千问'], ['通义千问', 'OpenAI']),
    rbac: fc.constantFrom('yes', 'no', 'partial'),
    memory: fc.constantFrom(0.5, 16, 1_000_000),
    note: textArbitrary(10),
  })
  .map(({ vendor, models, rbac, memory, note }) => [
    createPublicFact('vendor', vendor, { note }),
    createPublicFact('models', models),
    createPublicFact('rbac', rbac, { grade: 'verified', sourceUrl: '' }),
    createPublicFact('rbac', rbac, { grade: 'claimed', sourceUrl: 'https://example.com/a?b=c', readAt: null }),
    createPublicFact('minimum-memory', memory),
  ])

onSqlite('a catalogue that is exported and imported again', (app) => {
  let editor: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })
  afterEach(() => emptyCatalogues(app()))

  const cases = CATALOGUES.flatMap((catalogue) => TABLE_FORMATS.map((format) => ({ catalogue, format })))

  it.each(cases)(
    'is unchanged ($catalogue as $format)',
    async ({ catalogue, format }) => {
      const { exportTable } = createTableClient(app, () => editor, catalogue)
      const client = createImportClient(app, () => editor, catalogue)
      const contents = fc.array(fc.tuple(productArbitrary(catalogue), factsArbitrary), { minLength: 4, maxLength: 24 })
      await fc.assert(
        fc.asyncProperty(contents, async (rows) => {
          await emptyCatalogues(app())
          const products = rows.map(([product], index) => ({
            ...product,
            name: `产品${index}${product.slogan}`.trim(),
          }))
          const ids = await createProducts(app(), catalogue, products)
          await saveFacts(
            app(),
            editor,
            catalogue,
            ids,
            rows.map(([, facts]) => facts),
          )
          const before = await readExportedFields(app(), catalogue, format)
          expect(JSON.stringify(before)).toContain('minimum-memory')
          const file = (await exportTable(format)).rawPayload
          await emptyCatalogues(app())

          const { counts } = await client.importFile(file)
          expect(counts).toEqual({ create: rows.length, update: 0, unchanged: 0, skip: 0, reject: 0 })
          expect(await readExportedFields(app(), catalogue, format)).toEqual(before)
          const reimport = await client.dryRun((await exportTable(format)).rawPayload)
          expect(reimport.counts).toMatchObject({ create: 0, update: 0, unchanged: rows.length })
        }),
        { numRuns: 2, seed: 1 },
      )
    },
    60_000,
  )
})

/** Deletes all products, facts and imports. */
async function emptyCatalogues({ database }: TestApp): Promise<void> {
  await database.write(async (transaction) => {
    for (const table of [
      'productImports',
      'factValues',
      'factDisputes',
      'facts',
      'factChanges',
      'productFacts',
    ] as const)
      await transaction.db.deleteFrom(table).execute()
    await transaction.db.deleteFrom('products').execute()
    transaction.publish('catalogue:agent', 'catalogue:ai', 'facts:agent', 'facts:ai')
  })
}

async function saveFacts(
  { services, database }: TestApp,
  { id, name }: Caller,
  catalogue: Catalogue,
  ids: readonly string[],
  facts: readonly ReturnType<typeof createPublicFact>[][],
): Promise<void> {
  const table = await services.facts.createTable(catalogue, { isProductHeading: () => false })
  const saves = ids.map((productId, index) => {
    const sources = (facts[index] ?? []).map(({ attribute, value, ...source }) => ({
      attribute,
      value,
      isComplete: false,
      source,
    }))
    const plan = table.plan(
      [],
      sources.map(({ source: { grade, ...rest }, ...fact }) => ({
        ...fact,
        source: { ...rest, grade: grade === 'verified' || grade === 'claimed' ? grade : 'public' },
      })),
    )
    expect(plan.errors).toEqual([])
    return { productId, facts: plan.facts }
  })
  await database.write(async (transaction) => {
    await transaction.lock(ATTRIBUTES_TOPIC)
    await services.facts.saveMany(transaction, catalogue, saves, { id, name, ip: null })
  })
}

/** Returns the exported fields of each product in the catalogue's order; reviews are exported only as JSON. */
async function readExportedFields({ services, database }: TestApp, catalogue: Catalogue, format: TableFormat) {
  const exported: unknown[] = []
  for await (const page of services.products.streamForEditing(database.read, catalogue)) {
    const facts = await services.facts.listForEditing(page.map(({ id }) => id))
    for (const product of page)
      exported.push({
        fields: PRODUCT_FIELD_LIST.filter(
          (field) => field !== 'id' && (format === 'json' || PRODUCT_FIELDS[field].type !== 'reviews'),
        ).map((field: keyof ProductInput) => [field, product[field]]),
        facts: facts.get(product.id)?.map(({ attribute, value, grade, sourceUrl, readAt, note }) => ({
          attribute,
          value,
          grade,
          sourceUrl,
          readAt,
          note,
        })),
      })
  }
  return exported
}
