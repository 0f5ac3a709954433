import { expect, it } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createVisitSums } from './visit-sums.ts'

onEveryDatabase('sums of visits', (app) => {
  /** Saves the number of views of the product with this id in a period. */
  const saveViews = (period: string, name: string, count: number) =>
    app()
      .database.read.insertInto('visitCounts')
      .values({ kind: 'product', period, name, count })
      .onConflict((conflict) => conflict.columns(['kind', 'period', 'name']).doUpdateSet({ count }))
      .execute()

  it('adds up the counts of each name', async () => {
    await saveViews('2026-08', 'a', 5)
    await saveViews('2026-11-17', 'a', 2)
    await saveViews('2026-11-17', 'a name with spaces', 3)
    expect(Object.fromEntries(await createVisitSums(app()).sum('product', ['2026-08', '2026-11-17']))).toEqual({
      a: 7,
      'a name with spaces': 3,
    })
  })

  it('caches the sums of past periods for an hour', async () => {
    const visitSums = createVisitSums(app())
    const sum = async () => Object.fromEntries(await visitSums.sum('product', ['2026-10', '2026-11-18']))
    await saveViews('2026-10', 'a', 5)
    await saveViews('2026-11-18', 'a', 2)
    expect(await sum()).toEqual({ a: 7 })
    await saveViews('2026-10', 'a', 100)
    expect(await sum()).toEqual({ a: 7 })
    // Each list of periods is cached separately.
    expect(Object.fromEntries(await visitSums.sum('product', ['2026-10']))).toEqual({ a: 100 })
    app().clock.advance(HOUR_MS)
    expect(await sum()).toEqual({ a: 102 })
  })

  // The clock is at 11:00 in Shanghai on 21 November. Views of the previous day may still be saved.
  it.each(['2026-11', '2026-11-20', '2026-11-21'])(
    'always reads the counts of the unfinished period %s',
    async (period) => {
      const visitSums = createVisitSums(app())
      await saveViews(period, 'current', 1)
      expect((await visitSums.sum('product', [period])).get('current')).toBe(1)
      await saveViews(period, 'current', 2)
      expect((await visitSums.sum('product', [period])).get('current')).toBe(2)
    },
  )

  it('caches the sums of each kind separately', async () => {
    const visitSums = createVisitSums(app())
    const key = { period: '2026-09', name: 'baidu.com' } as const
    await app()
      .database.read.insertInto('visitCounts')
      .values([
        { kind: 'product', count: 1, period: key.period, name: key.name },
        { kind: 'referrer', count: 20, period: key.period, name: key.name },
      ])
      .execute()
    expect((await visitSums.sum('product', ['2026-09'])).get('baidu.com')).toBe(1)
    expect((await visitSums.sum('referrer', ['2026-09'])).get('baidu.com')).toBe(20)
  })

  it('returns an empty map if no periods are given', async () => {
    expect((await createVisitSums(app()).sum('product', [])).size).toBe(0)
  })
})
