import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { OTHER_REFERRERS } from '#contracts/analytics/analytics.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { VisitKind } from '#server/platform/database/tables/visits.ts'
import { createProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createVisitCounter } from './service.ts'

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const [FIRST_IP, SECOND_IP] = ['203.0.113.7', '2001:db8::7']

type Visit = { path?: string; address?: string; userAgent?: string; referrer?: unknown }

onEveryDatabase('visits', (app) => {
  const visit = ({ path = '/', address = FIRST_IP, userAgent = DESKTOP, referrer }: Visit = {}) =>
    app().server.inject({
      method: 'POST',
      url: '/api/page-views',
      remoteAddress: address,
      payload: { path, referrer },
      headers: { 'user-agent': userAgent },
    })
  const flush = () => app().services.analytics.visits.flush()
  const readCounts = async (kind: VisitKind, period: string) => {
    await flush()
    const rows = await app()
      .database.read.selectFrom('visitCounts')
      .select(['name', 'count'])
      .where('kind', '=', kind)
      .where('period', '=', period)
      .execute()
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  const readVisitorData = async () => ({
    salts: await app().database.read.selectFrom('visitSalts').select('day').execute(),
    hashes: await app().database.read.selectFrom('visitorHashes').selectAll().execute(),
  })
  const getToday = () => toDay(app().clock.now())
  /** The day of the test, which begins at 10:00 in Shanghai. */
  let today = ''
  beforeEach(() => {
    // Each test has a month of its own.
    const now = app().clock.now().getTime()
    today = toDay(new Date(now + 31 * DAY_MS))
    app().clock.advance(Date.parse(`${today}T10:00:00+08:00`) - now)
  })
  /** Advances the clock from 10:00 to 23:59. */
  const waitUntilMidnight = () => app().clock.advance(13 * HOUR_MS + 59 * MINUTE_MS)

  it('counts every view of a burst, and each visitor once', async () => {
    // Two IP addresses with two user agents each are four visitors.
    const visits = Array.from({ length: 60 }, (_, index): Visit => {
      return {
        address: index % 2 === 0 ? SECOND_IP : FIRST_IP,
        userAgent: index % 3 === 0 ? PHONE : DESKTOP,
        path: index % 5 === 0 ? '/community' : '/',
      }
    })
    const replies = await Promise.all(visits.map(visit))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    expect(await readCounts('views', today)).toEqual({ '': 60 })
    expect(await readCounts('visitors', today)).toEqual({ '': 4 })
    expect(await readCounts('page', today)).toEqual({ '/': 48, '/community': 12 })
    expect(await readCounts('device', today)).toEqual({ desktop: 40, mobile: 20 })
    for (const kind of ['views', 'visitors', 'page', 'device'] as const)
      expect(await readCounts(kind, today.slice(0, 7))).toEqual(await readCounts(kind, today))
  })

  it('recognizes a visitor later on the same day, and on another node', async () => {
    const { database, clock, services } = app()
    const other = createVisitCounter({ database, clock, products: services.products })
    const pageView = { path: '/', ownHosts: [], userAgent: DESKTOP }
    await visit()
    await Promise.all([FIRST_IP, SECOND_IP, '198.51.100.1'].map((address) => other.count({ ...pageView, address })))
    await visit({ address: '198.51.100.1' })
    await Promise.all([flush(), other.flush(), flush(), other.flush()])
    expect(await readCounts('visitors', today)).toEqual({ '': 3 })
    expect(await readCounts('views', today)).toEqual({ '': 5 })
  })

  it('counts referring sites without paths or queries', async () => {
    const counted = ['www.baidu.com', 'baidu.com', 'xn--fsqu00a.xn--fiqs8s']
    const ignored = ['zhijian.test', 'localhost', '10.0.0.8', 'a/b?token=1', '<script>', 'x'.repeat(301), 7, undefined]
    for (const referrer of [...counted, ...ignored]) expect((await visit({ referrer })).statusCode).toBe(204)
    expect(await readCounts('referrer', today)).toEqual({ 'baidu.com': 2, 'xn--fsqu00a.xn--fiqs8s': 1 })
  })

  it('limits the number of referrers', async () => {
    await visit({ referrer: 'baidu.com' })
    for (let index = 0; index < 250; index += 1) await visit({ referrer: `site-${index}.example` })
    const referrers = await readCounts('referrer', today)
    expect(Object.keys(referrers)).toHaveLength(201)
    expect(referrers).toMatchObject({ 'baidu.com': 1, 'site-0.example': 1, [OTHER_REFERRERS]: 51 })
    await visit({ referrer: 'baidu.com' })
    expect(await readCounts('referrer', today)).toMatchObject({ 'baidu.com': 2 })
  })

  it('doesn’t count views of products that don’t exist', async () => {
    await visit()
    const before = await readCounts('views', today)
    expect(before).toEqual({ '': 1 })
    await visit({ path: '/products/nobody', address: '198.51.100.77', referrer: 'nobody.example' })
    expect(await readCounts('views', today)).toEqual(before)
  })

  it('counts the views of a product by its id, whether requested by id or by name', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '甲' }])
    await visit({ path: `/products/${id}` })
    await visit({ path: `/products/${encodeURIComponent('甲')}` })
    expect(await readCounts('product', today)).toEqual({ [id]: 2 })
    expect(await readCounts('page', today)).toMatchObject({ '/products/*': 2 })
    const { views } = await app()
      .database.read.selectFrom('products')
      .select('views')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(views).toBe(2)
  })

  it('counts a product with a name of maximum length in any script', async () => {
    for (const letter of ['长', '𠮷']) {
      const name = letter.repeat(TEXT.line)
      const [id = ''] = await createProducts(app(), 'agent', [{ name }])
      expect((await visit({ path: PAGES.product(name) })).statusCode).toBe(204)
      expect(await readCounts('product', today)).toMatchObject({ [id]: 1 })
      expect((await app().server.inject(`/api/product-detail/${encodeURIComponent(name)}`)).statusCode).toBe(200)
    }
  })

  it('stores no IP address, user agent or unknown path in any table', async () => {
    await visit({ path: '/products/secret-path', referrer: 'evil.example/secret' })
    await flush()
    const { read } = app().database
    for (const { name } of await read.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(read)
      expect(JSON.stringify(rows), name).not.toMatch(/203\.0\.113|2001:db8|Mozilla|secret-path|evil/)
    }
  })

  it('retries counts that couldn’t be written', async () => {
    const { clock, services } = app()
    let isFull = false
    const database: Database = {
      ...app().database,
      write: (task) =>
        app().database.write(async (transaction) => {
          const result = await task(transaction)
          if (isFull) throw new Error('the disk is full')
          return result
        }),
    }
    const node = createVisitCounter({ database, clock, products: services.products })
    const pageView = { path: '/submit', address: FIRST_IP, userAgent: DESKTOP, ownHosts: [] }
    await node.count(pageView)
    await node.flush()
    isFull = true
    await node.count(pageView)
    await expect(node.flush()).rejects.toThrow('the disk is full')
    expect(await readCounts('page', today)).toMatchObject({ '/submit': 1 })
    isFull = false
    await node.count(pageView)
    await node.flush()
    expect(await readCounts('page', today)).toMatchObject({ '/submit': 3 })
  })

  describe('at midnight in Shanghai', () => {
    it('starts a new day without known visitors', async () => {
      waitUntilMidnight()
      await visit()
      await flush()
      const { hashes } = await readVisitorData()
      app().clock.advance(2 * MINUTE_MS)
      await visit()
      await visit()
      const newDay = getToday()
      expect(await readCounts('views', newDay)).toEqual({ '': 2 })
      expect(await readCounts('visitors', newDay)).toEqual({ '': 1 })
      const later = await readVisitorData()
      expect(later.salts.map(({ day }) => day).sort()).toEqual([today, newDay])
      const newHashes = later.hashes.filter(({ day }) => day === newDay).map(({ hash }) => hash)
      expect(hashes.map(({ hash }) => hash)).not.toContain(newHashes[0])
    })

    it('deletes the previous day’s hashes and retains its counts', async () => {
      waitUntilMidnight()
      for (const address of [FIRST_IP, SECOND_IP]) await visit({ address })
      await flush()
      app().clock.advance(2 * MINUTE_MS)
      await visit()
      await flush()
      app().clock.advance(4 * MINUTE_MS + 1)
      expect(await readCounts('visitors', today)).toEqual({ '': 2 })
      const newDay = getToday()
      const { salts, hashes } = await readVisitorData()
      expect(salts.map(({ day }) => day)).toEqual([newDay])
      expect(new Set(hashes.map(({ day }) => day))).toEqual(new Set([newDay]))
    })
  })
})

onEveryDatabase('the server', (app) => {
  it('writes buffered visits when it closes', async () => {
    const payload = { path: '/evaluation' }
    await app().server.inject({ method: 'POST', url: '/api/page-views', payload, headers: { 'user-agent': DESKTOP } })
    const readCount = () =>
      app()
        .database.read.selectFrom('visitCounts')
        .select('count')
        .where('kind', '=', 'page')
        .where('period', '=', '2026-11-21')
        .where('name', '=', '/evaluation')
        .executeTakeFirst()
    expect(await readCount()).toBeUndefined()
    await app().server.close()
    expect(await readCount()).toEqual({ count: 1 })
  })
})
