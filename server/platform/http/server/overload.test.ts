import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'
import { registerHealth } from './health.ts'

let isHealthy = true
let app: Awaited<ReturnType<typeof createPlatformApp>>
const database = await openSqliteDatabase(':memory:')
beforeEach(async () => {
  isHealthy = true
  app = await createPlatformApp({ overload: { healthCheck: async () => isHealthy } })
  registerHealth(app.server, database)
})
afterEach(() => app.server.close())

const statusOf = async (url: string) => (await send(app.server, url)).statusCode
async function overload() {
  isHealthy = false
  await vi.waitFor(async () => expect(await statusOf('/api/thing/1')).toBe(503))
}

it('refuses in our own words, and says when to come again', async () => {
  await overload()
  const reply = await send(app.server, { method: 'POST', url: '/api/echo', body: '{}' })
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
    ...[503, '5', { success: false, message: '服务暂时不可用，请稍后重试' }],
  ])
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
  expect(await statusOf('/some-page')).toBe(503)
})

it('still sends what is kept, and says that it lives', async () => {
  await send(app.server, '/api/thing')
  await send(app.server, '/kept-page')
  await overload()
  expect([await statusOf('/api/thing'), await statusOf('/kept-page'), await statusOf('/site.css')]).toEqual([
    200, 200, 200,
  ])
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
})

it('goes on when it has caught up', async () => {
  await overload()
  isHealthy = true
  await vi.waitFor(async () => expect(await statusOf('/api/thing/1')).toBe(200))
})
