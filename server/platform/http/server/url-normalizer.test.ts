import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '#contracts/messages/general.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

let app: App
let uncached: App
beforeEach(async () => {
  app = await createPlatformApp()
  // A capacity of 0, so that nothing is cached.
  uncached = await createPlatformApp({}, 0)
})
afterEach(async () => {
  await app.server.close()
  await uncached.server.close()
})

describe('a URL', () => {
  it.each([
    ['/?tab=a&utm_source=x', '/?tab=a'],
    ['/?utm_source=x', '/'],
    ['/?', '/'],
    ['/?page=2&tab=a', '/?tab=a&page=2'],
    ['/?tab=a&tab=b', '/?tab=a'],
    ['/?page=1', '/'],
    ['/?page=no', '/'],
    ['/?__proto__=1&constructor=2', '/'],
    ['/api/cached?search=a&junk=1', '/api/cached?search=a'],
    ['/api/cached?page=2&search=a', '/api/cached?search=a&page=2'],
    ['/api/cached?junk=1', '/api/cached'],
    ['/api/thing?junk=1', '/api/thing'],
  ])('%s is normalized to %s, with the same cached reply', async (address, plain) => {
    const [first, second] = [await send(app.server, plain), await send(app.server, address)]
    expect(second.body).toBe(first.body)
    expect(app.counts.renders + app.counts.reads).toBe(1)
  })

  it.each(['/api/cached??search=a', '/api/thing??', '/api/cached??search=a&search=b'])(
    'is rejected if it is ambiguous: %s',
    async (address) => {
      for (const round of ['first', 'again']) {
        const reply = await send(app.server, address)
        expect(expectFailure(reply, 400, MESSAGES.malformedUrl), round).toBeDefined()
      }
    },
  )

  it('can contain question marks in a value', async () => {
    expect((await send(app.server, '/api/cached?search=a??b')).json().data.search).toBe('a??b')
  })

  const LONG = 'a'.repeat(33_000)

  it.each([
    ['/??tab=a', 400, MESSAGES.malformedUrl],
    ['/%E0%A4%A', 400, MESSAGES.malformedUrl],
    ['/products/%E0%A4%A', 400, MESSAGES.malformedUrl],
    ['/admin/%E0%A4%A', 400, MESSAGES.malformedUrl],
    [`/products?search=${LONG}`, 414, MESSAGES.uriTooLong],
    [`/admin/${LONG}`, 414, MESSAGES.uriTooLong],
  ])('is rejected with an HTML page if it is that of a page: %.40s', async (url, status, message) => {
    for (const headers of [{ accept: 'text/html' }, undefined]) {
      const reply = await send(app.server, { url, ...(headers && { headers }) })
      expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
        status,
        contentType: 'text/html; charset=utf-8',
      })
      expect(reply.body).toContain(`<h1>${message}</h1>`)
    }
    const reply = await send(app.server, { url, headers: { accept: 'application/json' } })
    expectFailure(reply, status, message)
  })

  it.each([`/api/cached?search=${LONG}`, `/api/${LONG}`])(
    'is rejected in JSON if it is that of a call: %.20s',
    async (url) => {
      expectFailure(await send(app.server, url), 414, MESSAGES.uriTooLong)
    },
  )

  it('can contain a search of two thousand characters', async () => {
    const reply = await send(app.server, `/?tab=${encodeURIComponent('客'.repeat(2_000))}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })
})

const NAMES = ['search', 'page', 'tab', 'x', '', '?search', 'Search', 'search ', '%73earch', 'tab%00', '__proto__']
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 }))
const value = fc.oneof(
  fc.constantFrom('', '1', '2', 'a', 'a b', 'a+b', 'a%20b', '%61', '%2', '%E0%A4%A', '??', 'a=b', '客服', 'a;b', '#'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
/** Encodes a text as a browser, a person or an attacker might: reserved characters are not escaped. */
const encode = (text: string) =>
  text.replaceAll(/[\s\u0000-\u0020\u007f-\uffff]/g, (character) => encodeURIComponent(character.toWellFormed()))
const query = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join('&'))
const address = fc
  .tuple(fc.constantFrom('/', '/api/cached', '/api/cached/'), fc.constantFrom('?', '?&'), query)
  .map((parts) => parts.join(''))

it('returns the same reply from the cache as without it, after any earlier requests', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 8 }), async (addresses) => {
      for (const url of addresses) {
        const [cached, fresh] = [await send(app.server, url), await send(uncached.server, url)]
        expect({ status: cached.statusCode, body: cached.body }, url).toEqual({
          status: fresh.statusCode,
          body: fresh.body,
        })
      }
    }),
    { numRuns: 60 },
  )
})
