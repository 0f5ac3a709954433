import { afterAll, expect, it } from 'vitest'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'
import { registerHealth } from './health.ts'

const database = await openSqliteDatabase(':memory:')
const { server } = await createPlatformApp()
let warmUps = 0
registerHealth(server, {
  database,
  async warmUp() {
    warmUps += 1
    if (warmUps === 1) throw new Error('the database is down')
  },
})
afterAll(async () => {
  await server.close()
  await database.close()
})

it('is ready once the data for the first requests is loaded', async () => {
  const getStatus = async (url: string) => (await send(server, url)).statusCode
  expect([await getStatus('/healthz'), await getStatus('/readyz')]).toEqual([200, 503])
  expect(await getStatus('/readyz')).toBe(200)
})
