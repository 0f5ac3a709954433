import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { toResult } from '#testing/result.ts'
import { send } from '#testing/send.ts'
import { registerHealth } from './health.ts'

let isHealthy = true
/** Whether the grace period after the start is over. */
let hasStarted = true
const now = performance.now.bind(performance)
let app: Awaited<ReturnType<typeof createPlatformApp>>
const database = await openSqliteDatabase(':memory:')
beforeEach(async () => {
  isHealthy = true
  hasStarted = true
  app = await createPlatformApp({ hasLoadShedding: true, healthCheck: async () => isHealthy })
  registerHealth(app.server, { database, warmUpCaches: async () => {} })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  vi.spyOn(performance, 'now').mockImplementation(() => (hasStarted ? now() + 60_000 : 0))
})
afterEach(() => {
  vi.restoreAllMocks()
  return app.server.close()
})

const getStatus = async (url: string) => (await send(app.server, url)).statusCode
async function overload() {
  isHealthy = false
  await vi.waitFor(async () => expect(await getStatus('/api/thing/1')).toBe(503))
}

it('replies in the usual envelope with Retry-After', async () => {
  await overload()
  const reply = await send(app.server, { method: 'POST', url: '/api/echo', body: '{}' })
  expect(toResult(reply)).toEqual({ status: 503, success: false, message: '服务暂时不可用，请稍后重试' })
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
  expect(await getStatus('/some-page')).toBe(503)
})

it('still sends cached replies and reports liveness', async () => {
  await send(app.server, '/api/thing')
  await send(app.server, '/')
  await overload()
  expect(await getStatus('/api/thing')).toBe(200)
  expect(await getStatus('/')).toBe(200)
  expect(await getStatus('/site.css')).toBe(200)
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/readyz')).toBe(200)
})

it('accepts requests again once it has recovered', async () => {
  await overload()
  isHealthy = true
  await vi.waitFor(async () => expect(await getStatus('/api/thing/1')).toBe(200))
})

it('accepts requests during the grace period after its start', async () => {
  await overload()
  hasStarted = false
  expect(await getStatus('/api/thing/1')).toBe(200)
  hasStarted = true
  expect(await getStatus('/api/thing/1')).toBe(503)
})
