import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { getEditing, isNone, listFieldsOfType, PRODUCT_FIELD_LIST, PRODUCT_FIELDS, PUBLIC_FIELDS } from './fields.ts'
import { createNewProduct } from './new-product.ts'
import { ProductSchema, PublicProductSchema } from './product.ts'

describe('the list of fields', () => {
  it('contains every field of the product schemas', () => {
    expect(Object.keys(ProductSchema.shape)).toEqual(PRODUCT_FIELD_LIST)
    const { lastUpdated: _serverTime, ...publicFields } = PublicProductSchema.shape
    expect(Object.keys(publicFields)).toEqual(PUBLIC_FIELDS)
  })

  it('has a different label for each field', () => {
    const labels = PRODUCT_FIELD_LIST.map((field) => PRODUCT_FIELDS[field].label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('states a reason for each place in which a field is not shown', () => {
    const places = [
      ...PRODUCT_FIELD_LIST.map((field) => getEditing(field).section),
      ...PUBLIC_FIELDS.flatMap((field) => [PRODUCT_FIELDS[field].page, PRODUCT_FIELDS[field].comparison]),
    ]
    expect(places.filter(isNone).length).toBeGreaterThan(0)
    for (const place of places.filter(isNone)) expect(place).toMatch(/^none: \w+/)
  })

  it('sets an initial category and price for new products', () => {
    expect(createNewProduct('agent', [])).toMatchObject({
      category: '智能客服',
      price: '面议',
      rating: 4.5,
      isActive: true,
    })
    expect(createNewProduct('ai', [])).toMatchObject({ category: '对话机器人', price: '面议' })
    expect(createNewProduct('ai', ['第一类', '第二类']).category).toBe('第一类')
    for (const field of listFieldsOfType('texts')) expect(createNewProduct('agent', [])[field]).toEqual([])
  })

  it('leaves back-office data out of public pages', async () => {
    const script = await bundle(
      "import { PRODUCT_FIELDS, PUBLIC_FIELDS } from './fields.ts'; console.log(PRODUCT_FIELDS, PUBLIC_FIELDS)",
    )
    expect(script).toContain(PRODUCT_FIELDS.slogan.label)
    for (const alias of getEditing('slogan').aliases ?? []) expect(script).not.toContain(alias)
    expect(script).not.toContain(getEditing('contactEmail').hint)
  })
})

/** Returns the code that a browser would load for a module in this folder, as the build produces it. */
async function bundle(source: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry-of-a-page.ts')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const outputs: Rolldown.RolldownOutput[] = 'output' in built ? [built] : Array.isArray(built) ? built : []
  return outputs.flatMap(({ output }) => output.map((chunk) => ('code' in chunk ? chunk.code : ''))).join('\n')
}
