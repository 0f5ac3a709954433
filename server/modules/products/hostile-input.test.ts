/** Sends malformed input: odd names, broken URLs, strings known to break parsers. */
import { beforeAll, expect, it } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { createProducts } from '#testing/factories/products.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const UNUSUAL_NAMES = [
  'a/b',
  '/',
  '100%',
  '%2F',
  '%00',
  '..',
  '.',
  '版本1.0.',
  'C++ & C#?',
  "O'Brien; drop table products--",
  '<script>alert(1)</script>',
  '🚀火箭',
  'שלום',
  '名'.repeat(200),
]

onEveryDatabase('hostile input to the catalogue', (app) => {
  beforeAll(async () => {
    await createProducts(
      app(),
      'agent',
      UNUSUAL_NAMES.map((name) => ({ name })),
    )
  })

  it.each(UNUSUAL_NAMES)('finds a product named %s', async (name) => {
    const detail = await app().server.inject(fillPath('/api/product-detail/:id', { id: name }))
    // Every client resolves the path segments "." and ".." before it sends the request.
    if (name !== '.' && name !== '..')
      expect({ status: detail.statusCode, name: detail.json().data?.name, message: detail.json().message }).toEqual({
        status: 200,
        name,
        message: undefined,
      })
    const list = await app().server.inject({ url: '/api/products-list', query: { search: name } })
    expect(list.json().data.map((product: { name: string }) => product.name)).toContain(name)
  })

  it.each([
    ['U+0000', '/api/product-detail/%00', 404],
    ['U+0000 inside a name', '/api/product-detail/a%00b?catalogue=ai', 404],
    ['blanks', '/api/product-detail/%20%20', 400],
    ['blanks, 78AI', '/api/product-detail/%20?catalogue=ai', 400],
    ['bytes that are not UTF-8', '/api/product-detail/%E0%A4', 400],
    ['bytes that are not UTF-8, with a query', '/api/product-detail/%E0%A4?catalogue=ai', 400],
    ['3,000 letters', `/api/product-detail/${'a'.repeat(3_000)}`, 404],
    ['a path with escaped ..', '/api/product-detail/..%2F..%2Fetc%2Fpasswd', 404],
    ['a search for U+0000', '/api/products-list?search=%00', 400],
    ['a category of U+0000', '/api/products-list?category=%00&price=%00&type=%00', 400],
    ['a search that is not UTF-8', '/api/products-list?search=%E0%A4', 200],
    ['a search of 200 characters', `/api/products-list?search=${'a'.repeat(200)}`, 200],
    ['a search of 201 characters', `/api/products-list?search=${'a'.repeat(201)}`, 400],
    ['two searches', '/api/products-list?search=a&search=b', 400],
    ['a page of a million', '/api/products-list?page=1000000', 200],
    ['a page beyond all pages', '/api/products-list?page=1e99', 400],
  ])('responds to %s in JSON', async (_, url, status) => {
    const reply = await app().server.inject(url)
    expect(reply.statusCode).toBe(status)
    expect(typeof reply.json().success).toBe('boolean')
    if (status >= 400) expect(reply.json().message).toMatch(/^[\u4e00-\u9fffA-Z0-9，]+$/)
  })

  it.each([
    ['naughty strings', NAUGHTY_STRINGS],
    ['script injections', SCRIPT_INJECTIONS],
  ])('searches, filters and gets products by %s without a server error', { timeout: 180_000 }, async (_, strings) => {
    for (const text of strings) {
      const query = { search: text, category: text, type: text }
      const list = await app().server.inject({ url: '/api/products-list', query })
      const detail = await app().server.inject(fillPath('/api/product-detail/:id', { id: text.toWellFormed() }))
      expect(list.statusCode, text).toBeLessThan(500)
      expect(detail.statusCode, text).toBeLessThan(500)
      expect(typeof list.json().success, text).toBe('boolean')
      expect(typeof detail.json().success, text).toBe('boolean')
    }
  })
})
