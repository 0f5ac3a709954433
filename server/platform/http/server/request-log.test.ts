import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatementListener } from '#server/platform/database/statement-watch.ts'
import { logSlowQueries } from '#server/slow-queries.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'

/** What people type and send, and what must not be found in the log. */
const PERSONAL = ['zhang.san@example.com', '13800138000', '203.0.113.77', 'token-0123456789abcdef', '张三的公司']
const [MAIL, PHONE, ADDRESS, TOKEN, NAME] = PERSONAL as [string, string, string, string, string]

describe('the log of requests', () => {
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

  const ask = async (url: string, headers: Record<string, string> = {}, body?: string) => {
    lines.length = 0
    const posted = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const reply = await send(app.server, body === undefined ? { url, headers } : { url, ...posted, body })
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => 'log' in line)
    return { reply, logged }
  }

  it('has a line for each, with its id, which goes back with the reply', async () => {
    const { reply, logged } = await ask('/api/thing/17')
    expect(logged).toMatchObject([
      { log: 'request', method: 'GET', route: '/api/thing/:id', status: 200, ms: expect.any(Number) },
    ])
    expect(logged[0].requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['x-request-id']).toBe(logged[0].requestId)
  })

  it.each<[string, string, boolean]>([
    ['a proxy gives one', '0123456789abcdef0123456789abcdef', true],
    ['it is too short', 'abc', false],
    ['it is a text', '<script>alert(1)</script>', false],
    ['it is too long', 'a'.repeat(65), false],
  ])('takes the id of a trusted proxy: %s', async (_, id, isTaken) => {
    const { reply } = await ask('/api/thing/1', { 'x-request-id': id })
    expect(reply.headers['x-request-id'] === id).toBe(isTaken)
  })

  it('takes no id from anyone else', async () => {
    const direct = await createPlatformApp()
    const reply = await send(direct.server, { url: '/api/thing/1', headers: { 'x-request-id': 'a'.repeat(32) } })
    expect(reply.headers['x-request-id']).not.toBe('a'.repeat(32))
    await direct.server.close()
  })

  it('names the page of an address, and nothing of an unknown one', async () => {
    expect((await ask(`/products/${encodeURIComponent(NAME)}?tab=${PHONE}`)).logged[0]).toMatchObject({
      route: '/products/:id',
    })
    expect((await ask(`/unknown/${PHONE}`)).logged[0]).toMatchObject({ route: 'none', status: 302 })
  })

  it('holds nothing that a person has typed or is known by', async () => {
    const headers = {
      'x-forwarded-for': ADDRESS,
      authorization: `Bearer ${TOKEN}`,
      cookie: `session=${TOKEN}`,
      'user-agent': encodeURIComponent(NAME),
      referer: `https://x.example/?mail=${MAIL}`,
    }
    const written: string[] = []
    const body = JSON.stringify({ name: NAME, mail: MAIL, phone: PHONE, token: TOKEN })
    for (const [url, posted] of [
      [`/api/search?search=${MAIL}&page=x${PHONE}`, undefined],
      [`/api/thing/${TOKEN}?mail=${MAIL}`, undefined],
      [`/api/queries/${encodeURIComponent(NAME)}`, undefined],
      [`/${MAIL}/%ff`, undefined],
      ['/api/echo', body],
      ['/api/echo', `{"name": "${NAME}" ${MAIL}`],
      ['/api/failures', body],
    ] as const) {
      await ask(url, headers, posted)
      written.push(...lines)
    }
    expect(written.length).toBeGreaterThan(7)
    const text = decodeURIComponent(written.join('').replaceAll('%ff', ''))
    expect(PERSONAL.filter((value) => text.includes(value))).toEqual([])
    expect(text).toContain('no such user')
  })

  it('logs slow statements without their values, and whose they are', async () => {
    const { reply, logged } = await ask('/api/queries/1')
    expect(logged.filter(({ log }) => log === 'slow-query')).toMatchObject([
      { sql: 'select "a" from "users" where "email" = $1', ms: 250, requestId: reply.headers['x-request-id'] },
    ])
  })
})
