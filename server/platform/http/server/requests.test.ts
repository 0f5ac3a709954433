import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BODY, PAGE_PATH_MAX } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send, type TestRequest } from '#testing/send.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

let app: App
beforeEach(async () => {
  app = await createPlatformApp()
})
afterEach(() => app.server.close())

const sendRequest = (input: TestRequest | string) => send(app.server, input)

const json = { 'content-type': 'application/json' }

describe('a request with several Host lines', () => {
  /** Sends lines as they are: no client sends two hosts. */
  async function getStatusLine(hosts: readonly string[]): Promise<string> {
    const { port } = Object(app.server.server.address())
    const socket = connect(port, '127.0.0.1')
    const lines = ['GET /api/thing HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', '']
    socket.end(lines.join('\r\n'))
    const [line = ''] = (await text(socket)).split('\r\n')
    return line
  }

  it('is rejected, also if the reply is cached', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    expect(await getStatusLine(['a.example', 'b.example'])).toContain(' 400 ')
    expect(await getStatusLine(['a.example'])).toContain(' 200 ')
    expect(await getStatusLine(['a.example', 'b.example'])).toContain(' 400 ')
    expect(await getStatusLine(['a.example'])).toContain(' 200 ')
  })
})

describe('unknown URLs and methods', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/nothing?x=1', '/api/thing/1/2', '/api/%2e%2e/%2e%2e/etc/passwd'])(
    'GET %s returns a JSON 404',
    async (url) => {
      expectFailure(await sendRequest(url), 404, MESSAGES.apiNotFound)
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const)(
    '%s on an unknown call returns 404',
    async (method) => {
      const reply = await sendRequest({ method, url: '/api/nothing', headers: json, body: '{"broken' })
      expect(reply.statusCode).toBe(404)
    },
  )

  it('returns 405 with the allowed methods of a call', async () => {
    const wrong = await sendRequest({ method: 'DELETE', url: '/api/thing' })
    expectFailure(wrong, 405, MESSAGES.methodNotAllowed)
    expect(wrong.headers.allow).toBe('GET, HEAD, OPTIONS')
    const read = await sendRequest({ method: 'GET', url: '/api/echo' })
    expectFailure(read, 405)
    expect(read.headers.allow).toBe('POST, OPTIONS')
  })

  it('rejects a wrong method before reading the body', async () => {
    const reply = await sendRequest({ method: 'PUT', url: '/api/thing', headers: json, body: '{"broken' })
    expectFailure(reply, 405)
  })

  it('replies to OPTIONS with the allowed methods and no body', async () => {
    const reply = await sendRequest({ method: 'OPTIONS', url: '/api/thing/1' })
    expect({ status: reply.statusCode, allow: reply.headers.allow, body: reply.body }).toEqual({
      status: 204,
      allow: 'GET, HEAD, OPTIONS',
      body: '',
    })
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(['POST', 'PUT', 'DELETE'] as const)('%s on a page returns 405', async (method) => {
    const reply = await sendRequest({ method, url: '/products', headers: json, body: '{}' })
    expectFailure(reply, 405)
    expect(reply.headers.allow).toBe('GET, HEAD')
  })

  it('redirects an unknown page to the home page', async () => {
    const reply = await sendRequest('/unknown')
    expect({ status: reply.statusCode, location: reply.headers.location }).toEqual({ status: 302, location: '/' })
  })

  it.each([
    ['/Products/thing', '/products/thing'],
    ['/COMMUNITY?tab=events&x=1', '/community?tab=events&x=1'],
    ['/submit//', '/submit'],
    [`/products/${'a'.repeat(PAGE_PATH_MAX + 1)}`, '/'],
  ])('redirects %.40s, which differs from a page by its spelling at most, to %s', async (url, location) => {
    expect((await sendRequest(url)).headers.location).toBe(location)
  })

  it.each(['//evil.example/', '//evil.example/%2f..', '/%2e%2e/', '/a/%2E%2E/%2e/b', '/\\evil.example', '//'])(
    'redirects %s to the home page without rendering',
    async (url) => {
      const reply = await sendRequest(url)
      expect(reply.statusCode).toBe(302)
      expect(reply.headers.location).toBe('/')
      expect(app.counts.renders).toBe(0)
    },
  )

  it('returns a JSON 404 for a file of an old build', async () => {
    expectFailure(await sendRequest('/assets/old-12345678.js'), 404)
  })

  it('renders a missing item’s page with 404, and does not cache it', async () => {
    const [first, second] = [await sendRequest('/gone'), await sendRequest('/gone')]
    expect(first.statusCode).toBe(404)
    expect(second.statusCode).toBe(404)
    expect(app.counts.renders).toBe(2)
    expect(first.headers['cache-control']).toBe('private, no-store')
  })
})

describe('a URL', () => {
  it.each(['/api/%', '/api/thing/%E0%A4%A', '/api/%zz', '/api/thing/%c3%28'])(
    'is rejected if malformed: %s',
    async (url) => {
      expectFailure(await sendRequest(url), 400, MESSAGES.malformedUrl)
    },
  )

  it('can have undeclared parameters if it is a page', async () => {
    expect((await sendRequest('/?utm_source=%D6%D0&x=%')).statusCode).toBe(200)
  })

  it('is rejected with a repeated parameter', async () => {
    expect(expectFailure(await sendRequest('/api/search?search=a&search=b'), 400).errors).toMatchObject([
      { path: 'search' },
    ])
  })

  it.each([
    ['a path parameter', `/api/thing/${'a'.repeat(5_000)}`],
    ['a query', `/api/search?search=${'a'.repeat(12_000)}`],
    ['a page', `/${'a/'.repeat(5_000)}`],
  ])('can be very long: %s', async (_, url) => {
    expect((await sendRequest(url)).statusCode).toBeLessThan(500)
  })

  it.each(['/api/search?__proto__[x]=1', '/api/search?constructor=1', '/api/search?a[b][c]=1', '/api/search?&&==&=&'])(
    'can have hostile parameters: %s',
    async (url) => {
      expect((await sendRequest(url)).json()).toEqual({ success: true, data: { search: '', page: 1 } })
    },
  )
})

describe('a body', () => {
  const post = (body: string | Buffer, headers: Record<string, string> = json) =>
    sendRequest({ method: 'POST', url: '/api/echo', headers, body })

  it('is parsed as JSON', async () => {
    expect((await post('{"name":"智鉴"}')).json()).toEqual({ success: true, data: { name: '智鉴' } })
  })

  it.each(['', '{', 'name=x', '{"name":"x"}}'])('is rejected if it is not a JSON object: %j', async (body) => {
    expectFailure(await post(body), 400, MESSAGES.malformedJson)
  })

  it('is rejected with all invalid fields', async () => {
    const { errors } = expectFailure(await post('{"name":"","page":1.5}'), 400)
    expect(errors).toMatchObject([{ path: 'name' }, { path: 'page' }])
  })

  it.each(['null', '[]', '"x"', '1'])('is rejected if it is %s instead of an object', async (body) => {
    expectFailure(await post(body), 400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])('is rejected with the content type %s', async (type) => {
    const reply = await post('{"name":"x"}', { 'content-type': type })
    expect([400, 415]).toContain(reply.statusCode)
    expectFailure(reply, reply.statusCode)
  })

  it('is rejected without a content type', async () => {
    const reply = await sendRequest({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': '' },
      body: '{}',
    })
    expect([400, 415]).toContain(reply.statusCode)
  })

  it('is rejected if it is too large', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(BODY.form - 100) }))).statusCode).toBe(200)
    expectFailure(await post(JSON.stringify({ name: 'x'.repeat(BODY.form) })), 413, MESSAGES.payloadTooLarge)
  })
})

describe('headers of clients', () => {
  it('cannot inject a header into a reply', async () => {
    const reply = await sendRequest('/unknown%0d%0aset-cookie:%20a=b?x=%0d%0aset-cookie:%20a=b')
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers.location).toBe('/')
  })

  it('do not change the canonical URL of a page', async () => {
    const reply = await sendRequest({
      url: '/',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(reply.body).not.toContain('evil.example')
  })
})
