/** The index of a catalogue after a restart: the stored snapshot plus the changes since. */
import { beforeAll, expect, it } from 'vitest'
import { ProductListQuerySchema, ProductSchema } from '#contracts/products/product.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { insertProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const COUNT = 1_200
const EDITOR = { id: 'editor', name: '编辑', ip: null }

onEveryDatabase('product lists after a restart', (app) => {
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

  it('loads the snapshot instead of the entire catalogue', async () => {
    await app().database.write(({ db }) => db.updateTable('products').set({ category: '法务' }).execute())
    expect(await list(restart(), '客服')).toEqual({ total: COUNT / 2, names: ['助手0', '助手2'] })
    await app().database.write(async ({ db }) => {
      await db
        .updateTable('products')
        .set({ category: '客服' })
        .where('position', '<=', COUNT / 2)
        .execute()
    })
  })

  it('applies the changes of products and facts since the snapshot', async () => {
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

  it('rebuilds the index if products of the snapshot were purged', async () => {
    await app().database.write(({ db }) => db.deleteFrom('products').where('id', '=', 'product-2').execute())
    const { names } = await list(restart(), '客服')
    expect(names).not.toContain('阿助手')
  })
})
