import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProductSchema } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'

/** Answers the calls like the server, whose replies can be lost. */
function startServer() {
  const products = new Map<string, { data: JsonObject; version: number }>()
  const calls: string[] = []
  let isReplyLost = false
  const reply = (id: string) => {
    if (isReplyLost) throw new TypeError('Failed to fetch')
    const product = products.get(id)
    if (!product) return new Response('{"success":false}', { status: 404 })
    return Response.json({ success: true, data: product.data }, { headers: { etag: `"${product.version}"` } })
  }
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    calls.push(`${method} ${decodeURIComponent(path)}`)
    const key = decodeURIComponent(path.split('/').at(-1) ?? '')
    if (method === 'GET') return reply([...products].find(([id, { data }]) => [id, data.name].includes(key))?.[0] ?? '')
    const id = method === 'POST' ? `id-${products.size + 1}` : key
    const fields: JsonObject = ProductSchema.parse(JSON.parse(body ?? ''))
    // As the server does: sanitized, with fields that weren't sent.
    const detailedDescription = String(fields.detailedDescription).replaceAll('<br>', '<br />')
    const data = { ...fields, detailedDescription, company: '', id, _id: id, views: 0 }
    products.set(id, { data, version: (products.get(id)?.version ?? 0) + 1 })
    return reply(id)
  })
  return { products, calls, setReplyLost: (isLost: boolean) => (isReplyLost = isLost) }
}

describe('a new product', () => {
  beforeEach(() => {
    vi.resetModules()
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, { getItem: () => null })
    vi.stubGlobal('window', { addEventListener: () => {} })
  })

  async function open() {
    const server = startServer()
    const { createProductPersistence } = await import('./product-persistence.ts')
    const normalize = (document: JsonObject): JsonObject => ProductSchema.parse(document)
    const loaded = { id: '', version: 0, value: {} }
    return { ...server, ...createProductPersistence({ catalogue: 'ai', loaded, normalize }) }
  }

  it('is created once, and updated with edits that were made meanwhile', async () => {
    const { save, calls, read } = await open()
    await save({ name: '排班助手' }, 0)
    await save({ name: '排班助手二' }, 1)
    expect(calls).toEqual(['POST /api/products/ai', 'PUT /api/products/ai/id-1'])
    expect(await read()).toMatchObject({ version: 2, value: { name: '排班助手二' } })
  })

  it.each([
    ['the same content', { name: '排班助手', detailedDescription: '<p>第一行<br>第二行</p>' }],
    ['other content', { name: '排班助手二' }],
  ])('is created once if a save is repeated with %s after a lost reply', async (_, document) => {
    const { save, products, setReplyLost } = await open()
    setReplyLost(true)
    const product = { name: '排班助手', detailedDescription: '<p>第一行<br>第二行</p>' }
    await expect(save(product, 0)).rejects.toMatchObject({ status: 0 })
    setReplyLost(false)
    expect(await save(document, 0)).toMatchObject({ id: 'id-1', version: 2, value: { name: document.name } })
    expect(products.size).toBe(1)
  })

  it('is not somebody else’s of the same name', async () => {
    const { save, products, calls, setReplyLost } = await open()
    setReplyLost(true)
    await expect(save({ name: '排班助手' }, 0)).rejects.toMatchObject({ status: 0 })
    setReplyLost(false)
    products.set('id-1', {
      data: { ...ProductSchema.parse({ name: '排班助手', slogan: '别人的' }), id: 'id-1' },
      version: 1,
    })
    await save({ name: '排班助手' }, 0)
    expect(calls.at(-1)).toBe('POST /api/products/ai')
  })
})
