import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { FailureSchema } from '#contracts/replies.ts'
import { createPlatformApp, SECRET_OF_CRASH } from '#testing/platform-app.ts'
import { type Reply, type Sent, send } from '#testing/send.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

let app: App
beforeEach(async () => {
  app = await createPlatformApp()
})
afterEach(() => app.server.close())

const ask = (sent: Sent | string) => send(app.server, sent)

const json = { 'content-type': 'application/json' }

/** A failure's envelope: nothing in it but what the contract has. */
function expectFailure(reply: Reply, status: number, message?: string) {
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
  const failure = FailureSchema.strict().parse(reply.json())
  if (message !== undefined) expect(failure.message).toBe(message)
  expect(reply.headers['cache-control']).toBe('private, no-store')
  return failure
}

describe('what is not there', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/nothing?x=1', '/api/thing/1/2', '/api/%2e%2e/%2e%2e/etc/passwd'])(
    'GET %s is a JSON 404',
    async (url) => {
      expectFailure(await ask(url), 404, MESSAGES.apiNotFound)
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const)(
    '%s on an unknown call is 404',
    async (method) => {
      const reply = await ask({ method, url: '/api/nothing', headers: json, body: '{"broken' })
      expect(reply.statusCode).toBe(404)
    },
  )

  it('says which methods a call has', async () => {
    const wrong = await ask({ method: 'DELETE', url: '/api/thing' })
    expectFailure(wrong, 405, MESSAGES.methodNotAllowed)
    expect(wrong.headers.allow).toBe('GET, HEAD, OPTIONS')
    const read = await ask({ method: 'GET', url: '/api/echo' })
    expectFailure(read, 405)
    expect(read.headers.allow).toBe('POST, OPTIONS')
  })

  it('refuses a wrong method before it reads a body', async () => {
    const reply = await ask({ method: 'PUT', url: '/api/thing', headers: json, body: '{"broken' })
    expectFailure(reply, 405)
  })

  it('answers OPTIONS with the methods and no body', async () => {
    const reply = await ask({ method: 'OPTIONS', url: '/api/thing/1' })
    expect([reply.statusCode, reply.headers.allow, reply.body]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(['POST', 'PUT', 'DELETE'] as const)('%s on a page is 405', async (method) => {
    const reply = await ask({ method, url: '/products', headers: json, body: '{}' })
    expectFailure(reply, 405)
    expect(reply.headers.allow).toBe('GET, HEAD')
  })

  it('sends an unknown page home, and nobody anywhere else', async () => {
    const reply = await ask('/unknown')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/'])
  })

  it.each(['//evil.example/', '//evil.example/%2f..', '/%2e%2e/', '/a/%2E%2E/%2e/b', '/\\evil.example', '//'])(
    'sends %s home without reading it',
    async (url) => {
      const reply = await ask(url)
      expect([reply.statusCode, reply.headers.location, app.seen.renders]).toEqual([302, '/', 0])
    },
  )

  it('answers an old build’s file with 404, not with a page', async () => {
    expectFailure(await ask('/assets/old-12345678.js'), 404)
  })

  it('shows a missing thing’s page with 404 and keeps it nowhere', async () => {
    const [first, second] = [await ask('/gone'), await ask('/gone')]
    expect([first.statusCode, second.statusCode, app.seen.renders]).toEqual([404, 404, 2])
    expect(first.headers['cache-control']).toBe('private, no-store')
  })
})

describe('addresses', () => {
  it.each(['/%', '/%E0%A4%A', '/%zz', '/api/%', '/api/thing/%E0%A4%A', '/products/%c3%28'])(
    'refuses %s',
    async (url) => {
      expectFailure(await ask(url), 400, MESSAGES.badAddress)
    },
  )

  it('forgives a page its foreign parameters', async () => {
    expect((await ask('/?utm_source=%D6%D0&x=%')).statusCode).toBe(200)
  })

  it('refuses a parameter that is there twice, as any of a wrong type', async () => {
    expect(expectFailure(await ask('/api/search?search=a&search=b'), 400).errors).toMatchObject([{ path: 'search' }])
  })

  it.each([
    ['a parameter', `/api/thing/${'a'.repeat(5_000)}`],
    ['a query', `/api/search?search=${'a'.repeat(12_000)}`],
    ['a page', `/${'a/'.repeat(5_000)}`],
  ])('bears a very long address: %s', async (_, url) => {
    expect((await ask(url)).statusCode).toBeLessThan(500)
  })

  it.each(['/api/search?__proto__[x]=1', '/api/search?constructor=1', '/api/search?a[b][c]=1', '/api/search?&&==&=&'])(
    'bears %s',
    async (url) => {
      expect((await ask(url)).json()).toEqual({ success: true, data: { search: '', page: 1 } })
    },
  )
})

describe('bodies', () => {
  const post = (body: string | Buffer, headers: Record<string, string> = json) =>
    ask({ method: 'POST', url: '/api/echo', headers, body })

  it('takes JSON', async () => {
    expect((await post('{"name":"智鉴"}')).json()).toEqual({ success: true, data: { name: '智鉴' } })
  })

  it.each(['', '{', 'name=x', '{"name":"x"}}'])('refuses %j as no JSON', async (body) => {
    expectFailure(await post(body), 400, MESSAGES.malformedJson)
  })

  it('names every wrong field', async () => {
    const { errors } = expectFailure(await post('{"name":"","page":1.5}'), 400)
    expect(errors).toMatchObject([{ path: 'name' }, { path: 'page' }])
  })

  it.each(['null', '[]', '"x"', '1'])('refuses %s in place of an object', async (body) => {
    expectFailure(await post(body), 400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])('refuses the type %s', async (type) => {
    const reply = await post('{"name":"x"}', { 'content-type': type })
    expect([400, 415]).toContain(reply.statusCode)
    expectFailure(reply, reply.statusCode)
  })

  it('refuses a body of no type', async () => {
    const reply = await ask({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': '' },
      body: '{}',
    })
    expect([400, 415]).toContain(reply.statusCode)
  })

  it('refuses a body that is too large', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(BODY.form - 100) }))).statusCode).toBe(200)
    expectFailure(await post(JSON.stringify({ name: 'x'.repeat(BODY.form) })), 413, MESSAGES.bodyTooLarge)
  })
})

describe('a crash', () => {
  it.each(['/api/crash', '/api/crash-without-error', '/api/fail-late', '/crash'])(
    'at %s tells a request id and nothing of itself',
    async (url) => {
      const reply = await ask(url)
      const failure = expectFailure(reply, 500, MESSAGES.internal)
      expect(failure.requestId).toMatch(/^[0-9a-f-]{36}$/)
      const told = JSON.stringify(reply.headers) + reply.body
      for (const secret of SECRET_OF_CRASH.split(' ')) expect(told).not.toContain(secret)
      expect(reply.headers.etag).toBeUndefined()
    },
  )

  it('takes no request id from outside', async () => {
    const reply = await ask({
      url: '/api/crash',
      headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
    })
    expect(reply.body).not.toContain('mine')
  })
})

describe('what every reply carries', () => {
  it.each<
    [string, number, { method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS'; url: string; headers?: Record<string, string> }]
  >([
    ['a page', 200, { url: '/' }],
    ['data', 200, { url: '/api/thing' }],
    ['data for one alone', 200, { url: '/api/thing', headers: { authorization: 'Bearer x' } }],
    ['a file', 200, { url: '/site.css' }],
    ['a picture', 200, { url: '/seal.svg' }],
    ['HEAD', 200, { method: 'HEAD', url: '/' }],
    ['a 304', 304, { url: '/site.css', headers: { 'if-none-match': '*' } }],
    ['a 304 of a page', 304, { url: '/', headers: { 'if-none-match': '*' } }],
    ['OPTIONS', 204, { method: 'OPTIONS', url: '/api/thing' }],
    ['a redirect', 302, { url: '/unknown' }],
    ['a missing page', 404, { url: '/gone' }],
    ['a missing call', 404, { url: '/api/nothing' }],
    ['a wrong method', 405, { method: 'POST', url: '/api/thing' }],
    ['a bad address', 400, { url: '/%' }],
    ['a crash', 500, { url: '/api/crash' }],
  ])('%s (%i)', async (_, status, request) => {
    for (const round of ['fresh', 'kept']) {
      const reply = await ask(request)
      expect(reply.statusCode, round).toBe(status)
      expect(reply.headers, round).toMatchObject(SECURITY_HEADERS)
      expect(reply.headers['content-security-policy'], round).toMatch(/^default-src 'none'/)
      expect(reply.headers['cache-control'], round).toBeTruthy()
      expect(reply.headers['x-powered-by'], round).toBeUndefined()
      expect(reply.headers.server, round).toBeUndefined()
    }
  })
})

describe('kept replies', () => {
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    ask({ method, url, headers })

  it.each(['/api/thing', '/'])(
    '%s goes out the same, fresh and kept, until what it is made of changes',
    async (url) => {
      const [fresh, kept] = [await get(url), await get(url)]
      expect(kept.body).toBe(fresh.body)

      expect({ ...kept.headers, date: '' }).toEqual({ ...fresh.headers, date: '' })
      expect(app.seen.reads + app.seen.renders).toBe(1)
      app.cache.drop(['other'])
      await get(url)
      expect(app.seen.reads + app.seen.renders).toBe(1)
      app.cache.drop(['thing'])
      await get(url)
      expect(app.seen.reads + app.seen.renders).toBe(2)
    },
  )

  it.each(['/api/thing', '/'])('%s answers 304 to who has it, fresh and kept', async (url) => {
    const { etag } = (await get('/api/thing?x=other')).headers
    const { etag: own } = (await get(url)).headers
    expect(own).toMatch(/^W\/"/)
    expect(own).not.toBe(etag)
    for (const round of ['kept', 'fresh']) {
      const reply = await get(url, { 'if-none-match': `"x", ${own}`, 'accept-encoding': 'br' })
      if (round === 'kept' || url === '/') expect([reply.statusCode, reply.body], round).toEqual([304, ''])
      expect(reply.headers.vary).toBe('accept-encoding, authorization')
      app.cache.drop(['thing'])
    }
  })

  it('describes no body on a 304, fresh or kept', async () => {
    const { etag } = (await get('/')).headers
    app.cache.drop(['thing'])
    for (const round of ['fresh', 'kept']) {
      const { headers } = await get('/', { 'if-none-match': String(etag) })
      expect(headers['content-encoding'], round).toBeUndefined()
      expect(headers['content-type'], round).toBeUndefined()
      expect(headers.etag, round).toBe(etag)
    }
  })

  it('comes in the encoding asked for, also when another was asked for first', async () => {
    const plain = await get('/api/thing')
    for (const round of ['kept', 'fresh']) {
      const packed = await get('/api/thing', { 'accept-encoding': 'gzip;q=0.5, br' })
      expect(packed.headers['content-encoding'], round).toBe('br')
      expect(packed.headers['content-length'], round).toBe(String(packed.rawPayload.length))
      expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString()).data.text, round).toBe(
        plain.json().data.text,
      )
      app.cache.drop(['thing'])
    }
  })

  it('HEAD has the headers of GET and no body', async () => {
    for (const round of ['fresh', 'kept']) {
      const head = await get('/', {}, 'HEAD')
      const whole = await get('/')
      expect([head.statusCode, head.body, head.headers.etag], round).toEqual([200, '', whole.headers.etag])
      expect(head.headers['content-length'], round).toBe(whole.headers['content-length'])
    }
  })

  it('are not for authorised callers, nor made of what those get', async () => {
    const asked = await get('/api/thing', { authorization: 'Bearer x' })
    expect(asked.headers['cache-control']).toBe('private, no-store')
    await get('/api/thing')
    const again = await get('/api/thing', { authorization: 'Bearer x' })
    expect([asked, again].map((reply) => reply.json().data.reads)).toEqual([1, 3])
    expect(again.headers.vary).toBe('accept-encoding, authorization')
  })

  it('are compressed for authorised callers too', async () => {
    const reply = await get('/api/thing', { authorization: 'Bearer x', 'accept-encoding': 'br' })
    expect(reply.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()).success).toBe(true)
  })

  it('may be kept by a shared cache for a second at most', async () => {
    expect((await get('/')).headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  })
})

describe('headers from outside', () => {
  it('can add none to a reply', async () => {
    const reply = await ask('/unknown%0d%0aset-cookie:%20a=b?x=%0d%0aset-cookie:%20a=b')
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers.location).toBe('/')
  })

  it('do not decide where a page thinks it is', async () => {
    const reply = await ask({
      url: '/',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(reply.body).not.toContain('evil.example')
  })
})

describe('limits on calls', () => {
  let limited: App
  beforeAll(async () => {
    limited = await createPlatformApp({ rateLimits: true })
  })
  afterAll(() => limited.server.close())

  const call = (url: string, headers: Record<string, string> = {}) => send(limited.server, { url, headers })

  it('refuse in JSON, and say when to come back', async () => {
    expect([(await call('/api/limited')).statusCode, (await call('/api/limited')).statusCode]).toEqual([200, 200])
    const refused = await call('/api/limited')
    expectFailure(refused, 429, MESSAGES.tooManyRequests)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers).toMatchObject(SECURITY_HEADERS)
  })

  it('believe no X-Forwarded-For without TRUST_PROXY', async () => {
    expect((await call('/api/limited', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(429)
  })

  it('do not count kept replies', async () => {
    for (let at = 0; at < 700; at += 1) await call('/api/thing')
    expect((await call('/api/thing')).statusCode).toBe(200)
  })
})

describe('the address of a caller', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }

  it.each<[boolean | string, string]>([
    [false, '127.0.0.1'],
    [true, '203.0.113.9'],
    ['10.0.0.0/8', '127.0.0.1'],
    ['loopback', '198.51.100.7'],
    ['loopback, 198.51.100.0/24', '203.0.113.9'],
  ])('behind %s is %s', async (trustProxy, address) => {
    const trusting = await createPlatformApp({ trustProxy })
    const reply = await send(trusting.server, { url: '/api/address', headers: forwarded })
    expect(reply.json().data).toBe(address)
    await trusting.server.close()
  })
})
