import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSharedCounters, type SharedCounters } from '#server/platform/database/shared-counters.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'

const [, postgres] = TEST_DATABASES

describe('a rate limit shared by nodes', () => {
  let database: Database
  let counts: SharedCounters
  let nodes: Awaited<ReturnType<typeof createPlatformApp>>[]
  const startNode = (rateLimitCounters: SharedCounters) =>
    createPlatformApp({ rateLimits: true, trustProxy: 'loopback', rateLimitCounters })
  beforeAll(async () => {
    if (!postgres) throw new Error('PostgreSQL must be configured.')
    database = await postgres.open()
    counts = createSharedCounters(database, systemClock)
    nodes = [await startNode(counts), await startNode(counts)]
  })
  afterAll(async () => {
    for (const { server } of nodes) await server.close()
    await database.close()
  })

  const call = async (node: number, address: string, url = '/api/limited') => {
    const app = nodes[node]
    if (!app) throw new Error('unknown node')
    return send(app.server, { url, headers: { 'x-forwarded-for': address } })
  }

  it('counts calls on a route with its own limit immediately across nodes', async () => {
    const replies = []
    for (const node of [0, 1, 0, 1]) replies.push(await call(node, '203.0.113.1'))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429])
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThan(50)
    expect((await call(1, '203.0.113.2')).statusCode).toBe(200)
  })

  it('admits no more concurrent calls than sequential ones', async () => {
    const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((node) => call(node, '203.0.113.3')))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  })

  it('shares the counts of all other calls within a few seconds', async () => {
    for (let round = 0; round < 4; round += 1) await call(0, '203.0.113.4', '/api/client-ip')
    const countRemaining = async () =>
      Number((await call(1, '203.0.113.4', '/api/client-ip')).headers['x-ratelimit-remaining'])
    await call(1, '203.0.113.4', '/api/client-ip')
    await expect.poll(countRemaining, { timeout: 5_000 }).toBeLessThan(595)
  })

  it('counts on each node separately while the database is unavailable', async () => {
    // A node of its own, since it pauses sharing for seconds after a failure.
    const { server } = await startNode({ ...counts, add: () => Promise.reject(new Error('the database is down')) })
    onTestFinished(() => server.close())
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    await call(1, '203.0.113.5')
    const statuses = []
    for (let index = 0; index < 3; index += 1)
      statuses.push((await send(server, { url: '/api/limited', headers })).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('stores no IP addresses and no expired counts', async () => {
    for (const address of ['203.0.113.6', '203.0.113.7', '203.0.113.8']) await call(0, address)
    const rows = await database.read.selectFrom('rateLimits').selectAll().execute()
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
    const key = 'short'
    await counts.add([{ key, count: 3, until: Date.now() + 30 }])
    await setTimeout(40)
    expect((await counts.add([{ key, count: 2, until: Date.now() + 30 }])).get(key)?.count).toBe(2)
    await setTimeout(40)
    await counts.add([{ key: 'ahead', count: 9, until: Date.now() + HOUR_MS }])
    const behind = await counts.add([{ key: 'ahead', count: 1, until: Date.now() + 1_000 }])
    expect(behind.get('ahead')?.count).toBe(1)
    await counts.prune()
    const left = await database.read.selectFrom('rateLimits').select('key').where('key', '=', key).execute()
    expect(left).toEqual([])
  })
})

describe('a rate limit of a single node', () => {
  it('is not extended if the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { server } = await createPlatformApp({ rateLimits: true })
    onTestFinished(async () => {
      await server.close()
      vi.useRealTimers()
    })
    const getStatus = async () => (await send(server, '/api/limited')).statusCode
    const expectTwoAllowedCalls = async () => {
      expect(await getStatus()).toBe(200)
      expect(await getStatus()).toBe(200)
      expect(await getStatus()).toBe(429)
    }
    await expectTwoAllowedCalls()
    vi.setSystemTime(Date.now() - HOUR_MS)
    await expectTwoAllowedCalls()
  })
})
