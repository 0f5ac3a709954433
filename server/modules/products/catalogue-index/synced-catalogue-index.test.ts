/** The index of a catalogue follows its rows: all of them after a start, then the changes. */
import { beforeAll, expect, it } from 'vitest'
import { ProductListQuerySchema, ProductSchema } from '#contracts/products/product.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { insertProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const COUNT = 1_200
const EDITOR = { id: 'editor', name: '编辑', ip: null }

onEveryDatabase('lists of a catalogue of several reads', (app) => {
  const restart = (): Services =>
    createServices({
      database: app().database,
      fileStore: openFileStore({ s3: undefined, folder: app().dataDir }),
      clock: app().clock,
    })
  const list = async ({ products }: Services, category: string, more: object = {}) => {
    const query = ProductListQuerySchema.parse({ category, sort: 'name', order: 'asc', page: 1, pageSize: 2, ...more })
    const { products: page, pagination } = await products.list(query)
    return { total: pagination.totalItems, names: page.map(({ name }) => name) }
  }

  beforeAll(async () => {
    const { facts } = app().services
    await facts.attributes.seed()
    const numbers = Array.from({ length: COUNT }, (_, number) => number)
    await insertProducts(
      app(),
      'agent',
      numbers.map((number) => ({
        id: `product-${number}`,
        product: ProductSchema.parse({ name: `助手${number}`, category: number % 2 === 0 ? '客服' : '财务' }),
      })),
    )
    expect(await list(app().services, '客服')).toEqual({ total: COUNT / 2, names: ['助手0', '助手2'] })
  })

  it('contain all products after a restart, and the changes of products and facts since the last read', async () => {
    expect(await list(restart(), '客服')).toEqual({ total: COUNT / 2, names: ['助手0', '助手2'] })
    const { products, facts } = app().services
    await app().database.write(async (transaction) => {
      await products.update(
        transaction,
        { catalogue: 'agent', id: 'product-2' },
        ProductSchema.parse({ name: '阿助手', category: '客服' }),
        EDITOR,
      )
      await facts.addSamples(transaction, 'agent', [
        {
          productId: 'product-4',
          facts: [
            {
              attribute: 'rag',
              value: 'yes',
              grade: 'public',
              sourceUrl: 'https://example.com',
              readAt: '2026-11-20',
              note: '',
            },
          ],
        },
      ])
    })
    for (const services of [app().services, restart()]) {
      expect(await list(services, '客服')).toEqual({ total: COUNT / 2, names: ['阿助手', '助手0'] })
      expect(await list(services, '客服', { f: { rag: ['yes'] } })).toEqual({ total: 1, names: ['助手4'] })
      expect((await list(services, '', { search: '阿助' })).names).toEqual(['阿助手'])
    }
  })
})
