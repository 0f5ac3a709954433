import { afterAll, expect, it } from 'vitest'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'
import { registerHealth } from './health.ts'

const database = await openSqliteDatabase(':memory:')
const { server } = await createPlatformApp()
let attempts = 0
registerHealth(server, {
  database,
  async warmUpCaches() {
    attempts += 1
    if (attempts === 1) throw new Error('the database is down')
  },
})
afterAll(async () => {
  await server.close()
  await database.close()
})

it('reports ready once the caches are warmed up', async () => {
  const getStatus = async (url: string) => (await send(server, url)).statusCode
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/readyz')).toBe(503)
  expect(await getStatus('/readyz')).toBe(200)
})
