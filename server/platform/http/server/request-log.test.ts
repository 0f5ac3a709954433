import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatementListener } from '#server/platform/database/statement-events.ts'
import { logSlowQueries } from '#server/slow-queries.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'

/** Personal data that requests contain and the log must not. */
const PERSONAL = ['zhang.san@example.com', '13800138000', '203.0.113.77', 'token-0123456789abcdef', '张三的公司']
const [MAIL, PHONE, ADDRESS, TOKEN, NAME] = PERSONAL as [string, string, string, string, string]

describe('the request log', () => {
  const lines: string[] = []
  let app: Awaited<ReturnType<typeof createPlatformApp>>
  beforeAll(async () => {
    app = await createPlatformApp({
      logLevel: 'info',
      trustProxy: 'loopback',
      logStream: { write: (line) => lines.push(line) },
    })
    const { server } = app
    const listeners = new Set<StatementListener>()
    const onStatement = (listener: StatementListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    logSlowQueries({ onStatement }, server.log, 200)
    server.get('/api/queries/:name', { config: { access: 'public' } }, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      for (const listener of listeners) {
        listener({ sql: 'select "a" from "users" where "email" = $1', milliseconds: 250.4 })
        listener({ sql: 'select 1', milliseconds: 199 })
      }
      return { success: true }
    })
    server.post('/api/failures', { config: { access: 'public' } }, async () => {
      const cause = Object.assign(new Error(`duplicate key "${MAIL}"`), { detail: `Key (email)=(${MAIL}) exists.` })
      throw new Error(`no such user: ${MAIL}`, { cause })
    })
  })
  afterAll(() => app.server.close())

  const sendRequest = async (url: string, headers: Record<string, string> = {}, body?: string) => {
    lines.length = 0
    const post = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const reply = await send(app.server, body === undefined ? { url, headers } : { url, ...post, body })
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => 'log' in line)
    return { reply, logged }
  }

  it('has a line for each request with its id, which the reply contains', async () => {
    const { reply, logged } = await sendRequest('/api/thing/17')
    expect(logged).toMatchObject([
      { log: 'request', method: 'GET', route: '/api/thing/:id', status: 200, ms: expect.any(Number) },
    ])
    expect(logged[0].requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['x-request-id']).toBe(logged[0].requestId)
  })

  it.each<[string, string, boolean]>([
    ['a valid id', '0123456789abcdef0123456789abcdef', true],
    ['an id that is too short', 'abc', false],
    ['an id with invalid characters', '<script>alert(1)</script>', false],
    ['an id that is too long', 'a'.repeat(65), false],
  ])('decides whether to use the id of a trusted proxy: %s', async (_, id, isUsed) => {
    const { reply } = await sendRequest('/api/thing/1', { 'x-request-id': id })
    expect(reply.headers['x-request-id'] === id).toBe(isUsed)
  })

  it('ignores ids of other clients', async () => {
    const direct = await createPlatformApp()
    const reply = await send(direct.server, { url: '/api/thing/1', headers: { 'x-request-id': 'a'.repeat(32) } })
    expect(reply.headers['x-request-id']).not.toBe('a'.repeat(32))
    await direct.server.close()
  })

  it('contains the route of a URL, and nothing of an unknown URL', async () => {
    expect((await sendRequest(`/products/${encodeURIComponent(NAME)}?tab=${PHONE}`)).logged[0]).toMatchObject({
      route: '/products/:id',
    })
    expect((await sendRequest(`/unknown/${PHONE}`)).logged[0]).toMatchObject({ route: 'none', status: 302 })
  })

  it('contains no input and no personal data', async () => {
    const headers = {
      'x-forwarded-for': ADDRESS,
      authorization: `Bearer ${TOKEN}`,
      cookie: `session=${TOKEN}`,
      'user-agent': encodeURIComponent(NAME),
      referer: `https://x.example/?mail=${MAIL}`,
    }
    const output: string[] = []
    const body = JSON.stringify({ name: NAME, mail: MAIL, phone: PHONE, token: TOKEN })
    for (const [url, content] of [
      [`/api/search?search=${MAIL}&page=x${PHONE}`, undefined],
      [`/api/thing/${TOKEN}?mail=${MAIL}`, undefined],
      [`/api/queries/${encodeURIComponent(NAME)}`, undefined],
      [`/${MAIL}/%ff`, undefined],
      ['/api/echo', body],
      ['/api/echo', `{"name": "${NAME}" ${MAIL}`],
      ['/api/failures', body],
    ] as const) {
      await sendRequest(url, headers, content)
      output.push(...lines)
    }
    expect(output.length).toBeGreaterThan(7)
    const text = decodeURIComponent(output.join('').replaceAll('%ff', ''))
    expect(PERSONAL.filter((value) => text.includes(value))).toEqual([])
    expect(text).toContain('no such user')
  })

  it('contains slow statements without their values, with the id of their request', async () => {
    const { reply, logged } = await sendRequest('/api/queries/1')
    expect(logged.filter(({ log }) => log === 'slow-query')).toMatchObject([
      { sql: 'select "a" from "users" where "email" = $1', ms: 250, requestId: reply.headers['x-request-id'] },
    ])
  })
})
