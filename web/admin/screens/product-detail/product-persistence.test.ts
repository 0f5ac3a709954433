import { beforeEach, describe, expect, it, vi } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'
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
  type Request = { method: string; body?: string; headers: Headers }
  const requests = new Map<string | null, { body: string | undefined; id: string }>()
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: Request) => {
    calls.push(`${method} ${decodeURIComponent(path)}`)
    const idempotencyKey = headers.get(IDEMPOTENCY_KEY_HEADER)
    const earlier = method === 'POST' ? requests.get(idempotencyKey) : undefined
    if (earlier && earlier.body === body) return reply(earlier.id)
    if (earlier) return Response.json({ success: false, reason: 'idempotency-key-reused' }, { status: 422 })
    const key = decodeURIComponent(path.split('/').at(-1) ?? '')
    if (method === 'GET') return reply([...products].find(([id, { data }]) => [id, data.name].includes(key))?.[0] ?? '')
    const id = method === 'POST' ? `id-${products.size + 1}` : key
    if (method === 'POST') requests.set(idempotencyKey, { body, id })
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
    const loaded = { id: '', version: 0, value: {} }
    return { ...server, ...createProductPersistence('ai', loaded) }
  }

  it('is created once, and updated with edits that were made meanwhile', async () => {
    const { save, calls, read } = await open()
    await save({ name: '排班助手' }, 0)
    await save({ name: '排班助手二' }, 1)
    expect(calls).toEqual(['POST /api/products/ai', 'PUT /api/products/ai/id-1'])
    expect(await read()).toMatchObject({ version: 2, value: { name: '排班助手二' } })
  })

  it.each([
    ['the same content', { name: '排班助手', detailedDescription: '<p>第一行<br>第二行</p>' }, 1],
    ['other content', { name: '排班助手二' }, 2],
  ])('is created once if a save is repeated with %s after a lost reply', async (_, document, version) => {
    const { save, products, setReplyLost } = await open()
    setReplyLost(true)
    const product = { name: '排班助手', detailedDescription: '<p>第一行<br>第二行</p>' }
    await expect(save(product, 0)).rejects.toMatchObject({ status: 0 })
    setReplyLost(false)
    expect(await save(document, 0)).toMatchObject({ id: 'id-1', version, value: { name: document.name } })
    expect(products.size).toBe(1)
  })
})
