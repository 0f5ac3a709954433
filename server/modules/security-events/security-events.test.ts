import { expect, it } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import { bearer, createUser, signIn } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { createTestClock, onEveryDatabase } from '#testing/test-app.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** Has the format of a token, but belongs to no session. */
const UNKNOWN_TOKEN = 'x'.repeat(43)

onEveryDatabase('denied requests', (app) => {
  const listDeniedEntries = () => listAudit(app(), 'auth.denied')
  const get = (url: string, headers: object) => app().server.inject({ method: 'GET', url, headers: { ...headers } })

  it('adds one audit entry per caller every ten minutes', async () => {
    const member = await signIn(app(), (await createUser(app(), { email: 'member@example.com', name: '访客' })).email)
    for (let time = 0; time < 5; time += 1) await get('/api/users', bearer(member.token))
    const listMemberEntries = async () => (await listDeniedEntries()).filter(({ user }) => user?.name === '访客')
    expect(await listMemberEntries()).toMatchObject([
      { target: 'GET /api/users', detail: '没有权限执行此操作', ip: '127.0.0.1' },
    ])
    app().clock.advance(10 * MINUTE_MS)
    await get('/api/users', bearer(member.token))
    expect(await listMemberEntries()).toHaveLength(2)
  })

  it('adds no audit entry for anonymous callers', async () => {
    const before = (await listDeniedEntries()).length
    expect((await get('/api/users', {})).statusCode).toBe(401)
    expect((await get('/api/users', bearer(UNKNOWN_TOKEN))).statusCode).toBe(401)
    expect(await listDeniedEntries()).toHaveLength(before)
  })
})

it('allows each key once per interval', () => {
  const clock = createTestClock()
  const isAllowed = createRateLimiter(clock, { intervalMs: 1_000, maxKeys: 2 })
  expect(isAllowed('a')).toBe(true)
  expect(isAllowed('a')).toBe(false)
  clock.advance(1_000)
  expect(isAllowed('a')).toBe(true)
})

it('allows a limited number of keys per interval', () => {
  const clock = createTestClock()
  const isAllowed = createRateLimiter(clock, { intervalMs: 1_000, maxKeys: 2 })
  expect(['a', 'b', 'c'].filter(isAllowed)).toEqual(['a', 'b'])
  clock.advance(1_000)
  expect(['c', 'a', 'b'].filter(isAllowed)).toEqual(['c', 'a'])
})
