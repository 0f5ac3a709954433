import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '#contracts/messages/general.ts'
import { SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { CRASH_DETAILS, createPlatformApp } from '#testing/platform-app.ts'
import { send, type TestRequest } from '#testing/send.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

let app: App
beforeEach(async () => {
  app = await createPlatformApp()
})
afterEach(() => app.server.close())

const sendRequest = (input: TestRequest | string) => send(app.server, input)

describe('a crash', () => {
  it.each(['/api/crash', '/api/crash-without-error', '/api/fail-late', '/crash'])(
    'is reported with a request id and no internal details: %s',
    async (url) => {
      const reply = await sendRequest(url)
      const failure = expectFailure(reply, 500, MESSAGES.internal)
      expect(failure.requestId).toMatch(/^[0-9a-f-]{36}$/)
      const output = JSON.stringify(reply.headers) + reply.body
      for (const secret of CRASH_DETAILS.split(' ')) expect(output).not.toContain(secret)
      expect(reply.headers.etag).toBeUndefined()
    },
  )

  it('ignores request ids of clients', async () => {
    const reply = await sendRequest({
      url: '/api/crash',
      headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
    })
    expect(reply.body).not.toContain('mine')
  })
})

describe('every reply', () => {
  it.each<
    [string, number, { method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS'; url: string; headers?: Record<string, string> }]
  >([
    ['a page', 200, { url: '/' }],
    ['data', 200, { url: '/api/thing' }],
    ['data for an authenticated user', 200, { url: '/api/thing', headers: { authorization: 'Bearer x' } }],
    ['a file', 200, { url: '/site.css' }],
    ['a picture', 200, { url: '/seal.svg' }],
    ['HEAD', 200, { method: 'HEAD', url: '/' }],
    ['a 304', 304, { url: '/site.css', headers: { 'if-none-match': '*' } }],
    ['a 304 of a page', 304, { url: '/', headers: { 'if-none-match': '*' } }],
    ['OPTIONS', 204, { method: 'OPTIONS', url: '/api/thing' }],
    ['a redirect', 302, { url: '/unknown' }],
    ['a missing page', 404, { url: '/gone' }],
    ['an unknown call', 404, { url: '/api/nothing' }],
    ['a wrong method', 405, { method: 'POST', url: '/api/thing' }],
    ['a malformed URL', 400, { url: '/%' }],
    ['a crash', 500, { url: '/api/crash' }],
  ])('contains the security headers: %s (%i)', async (_, status, request) => {
    for (const round of ['fresh', 'cached']) {
      const reply = await sendRequest(request)
      expect(reply.statusCode, round).toBe(status)
      expect(reply.headers, round).toMatchObject(SECURITY_HEADERS)
      expect(reply.headers['content-security-policy'], round).toMatch(/^default-src 'none'/)
      expect(reply.headers['cache-control'], round).toBeTruthy()
      expect(reply.headers['x-powered-by'], round).toBeUndefined()
      expect(reply.headers.server, round).toBeUndefined()
    }
  })
})

describe('a cached reply', () => {
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    sendRequest({ method, url, headers })

  it.each(['/api/thing', '/'])('%s is the same whether fresh or cached, until its data changes', async (url) => {
    const [fresh, cached] = [await get(url), await get(url)]
    expect(cached.body).toBe(fresh.body)

    expect({ ...cached.headers, date: '' }).toEqual({ ...fresh.headers, date: '' })
    expect(app.counts.reads + app.counts.renders).toBe(1)
    app.cache.invalidate(['other'])
    await get(url)
    expect(app.counts.reads + app.counts.renders).toBe(1)
    app.cache.invalidate(['thing'])
    await get(url)
    expect(app.counts.reads + app.counts.renders).toBe(2)
  })

  it.each(['/api/thing', '/'])('%s is cached until its data expires', async (url) => {
    app.expiry.at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const count = () => app.counts.reads + app.counts.renders
    await get(url)
    app.clock.advance(59_999)
    await get(url)
    expect(count()).toBe(1)
    app.clock.advance(1)
    await get(url)
    expect(count()).toBe(2)
    await get(url)
    expect(count()).toBe(3)
  })

  it.each(['/api/thing', '/'])('%s returns 304 if the ETag matches, whether fresh or cached', async (url) => {
    const { etag } = (await get('/api/cached')).headers
    const { etag: custom } = (await get(url)).headers
    expect(custom).toMatch(/^W\/"/)
    expect(custom).not.toBe(etag)
    for (const round of ['cached', 'fresh']) {
      const reply = await get(url, { 'if-none-match': `"x", ${custom}`, 'accept-encoding': 'br' })
      if (round === 'cached' || url === '/')
        expect({ status: reply.statusCode, body: reply.body }, round).toEqual({ status: 304, body: '' })
      expect(reply.headers.vary).toBe('accept-encoding, authorization')
      app.cache.invalidate(['thing'])
    }
  })

  it('has no body headers on a 304, whether fresh or cached', async () => {
    const { etag } = (await get('/')).headers
    app.cache.invalidate(['thing'])
    for (const round of ['fresh', 'cached']) {
      const { headers } = await get('/', { 'if-none-match': String(etag) })
      expect(headers['content-encoding'], round).toBeUndefined()
      expect(headers['content-type'], round).toBeUndefined()
      expect(headers.etag, round).toBe(etag)
    }
  })

  it('is sent in the requested encoding, even if another was requested first', async () => {
    const plain = await get('/api/thing')
    for (const round of ['cached', 'fresh']) {
      const compressed = await get('/api/thing', { 'accept-encoding': 'gzip;q=0.5, br' })
      expect(compressed.headers['content-encoding'], round).toBe('br')
      expect(compressed.headers['content-length'], round).toBe(String(compressed.rawPayload.length))
      expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString()).data.text, round).toBe(
        plain.json().data.text,
      )
      app.cache.invalidate(['thing'])
    }
  })

  it('has the same headers for HEAD as for GET, and no body', async () => {
    for (const round of ['fresh', 'cached']) {
      const head = await get('/', {}, 'HEAD')
      const whole = await get('/')
      expect({ status: head.statusCode, body: head.body, etag: head.headers.etag }, round).toEqual({
        status: 200,
        body: '',
        etag: whole.headers.etag,
      })
      expect(head.headers['content-length'], round).toBe(whole.headers['content-length'])
    }
  })

  it('is not sent to authenticated callers, whose replies are not cached', async () => {
    const first = await get('/api/thing', { authorization: 'Bearer x' })
    expect(first.headers['cache-control']).toBe('private, no-store')
    await get('/api/thing')
    const again = await get('/api/thing', { authorization: 'Bearer x' })
    expect([first, again].map((reply) => reply.json().data.reads)).toEqual([1, 3])
    expect(again.headers.vary).toBe('accept-encoding, authorization')
  })

  it('is compressed for authenticated callers, too', async () => {
    const reply = await get('/api/thing', { authorization: 'Bearer x', 'accept-encoding': 'br' })
    expect(reply.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()).success).toBe(true)
  })

  it('allows shared caches to store it for at most one second', async () => {
    expect((await get('/')).headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  })
})
