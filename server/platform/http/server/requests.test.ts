import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BODY } from '#contracts/limits.ts'
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

const ask = (input: TestRequest | string) => send(app.server, input)

const json = { 'content-type': 'application/json' }

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
  it.each(['/api/%', '/api/thing/%E0%A4%A', '/api/%zz', '/api/thing/%c3%28'])('refuses %s', async (url) => {
    expectFailure(await ask(url), 400, MESSAGES.malformedUrl)
  })

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
