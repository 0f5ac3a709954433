import { expect, it, onTestFinished } from 'vitest'
import { KEYS } from '#contracts/limits.ts'
import { createApp } from '#server/app.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createKey } from '#testing/factories/keys.ts'
import { createTestClock, LOW_COST, testConfig } from '#testing/test-app.ts'

it('limits the calls of each key, from whichever addresses they come', async () => {
  const database = await openSqliteDatabase(':memory:')
  const clock = createTestClock()
  const config = testConfig({ RATE_LIMITS: 'on' })
  const { server, services } = await createApp({ config, database, clock, servePages: false, passwordCost: LOW_COST })
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  const { _id: id, name } = await services.identity.create({
    email: 'a@example.com',
    name: '张三',
    password: 'correct horse',
    role: 'super_admin',
    status: 'active',
    company: '',
    position: '',
    phone: '',
  })
  const owner = { id, name, role: 'super_admin' as const }
  const [first, second] = [
    await createKey({ services, clock }, owner, ['products:read']),
    await createKey({ services, clock }, owner, ['products:read']),
  ]
  const call = (headers: Record<string, string>, remoteAddress: string) =>
    server.inject({ method: 'GET', url: '/api/product-attributes', headers, remoteAddress })

  for (let count = 0; count < KEYS.callsPerMinute; count += 1)
    expect((await call(first, `10.0.0.${count % 2}`)).statusCode).toBe(200)
  const refused = await call(first, '10.0.0.2')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await call(second, '10.0.0.2')).statusCode).toBe(200)
})
