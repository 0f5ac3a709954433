import { expect, it } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createVisitSums } from './visit-sums.ts'

onEveryDatabase('sums of visits', (app) => {
  const add = (period: string, name: string, count: number) =>
    app()
      .database.read.insertInto('visitCounts')
      .values({ kind: 'product', period, name, count })
      .onConflict((row) => row.columns(['kind', 'period', 'name']).doUpdateSet({ count }))
      .execute()

  it('adds up periods; reads current ones each time, and past ones once an hour', async () => {
    // The clock is at 10:00 in Shanghai on 21 November.
    const views = createVisitSums(app())
    const periods = ['2026-10', '2026-11-18', '2026-11-21']
    await add('2026-10', 'a', 5)
    await add('2026-11-18', 'a', 2)
    await add('2026-11-18', 'a name with blanks', 3)
    await add('2026-11-21', 'a', 1)
    const sum = async () => Object.fromEntries(await views.sum('product', periods))
    expect(await sum()).toEqual({ a: 8, 'a name with blanks': 3 })
    await add('2026-11-21', 'a', 2)
    await add('2026-11-21', 'b', 7)
    await add('2026-10', 'a', 100)
    expect(await sum()).toEqual({ a: 9, 'a name with blanks': 3, b: 7 })
    expect(Object.fromEntries(await views.sum('product', ['2026-10']))).toEqual({ a: 100 })
    app().clock.advance(HOUR_MS)
    expect(await sum()).toEqual({ a: 104, 'a name with blanks': 3, b: 7 })
  })

  it('treats this month and yesterday as current periods', async () => {
    const views = createVisitSums(app())
    for (const [period, count] of [
      ['2026-11', 1],
      ['2026-11-20', 2],
    ] as const) {
      await add(period, 'c', count)
      expect((await views.sum('product', [period])).get('c')).toBe(count)
      await add(period, 'c', count + 1)
      expect((await views.sum('product', [period])).get('c')).toBe(count + 1)
    }
  })

  it('caches the sums of each kind separately', async () => {
    const sums = createVisitSums(app())
    const visit = { period: '2026-09', name: 'baidu.com' } as const
    await app()
      .database.read.insertInto('visitCounts')
      .values([
        { kind: 'product', count: 1, period: visit.period, name: visit.name },
        { kind: 'referrer', count: 20, period: visit.period, name: visit.name },
      ])
      .execute()
    expect((await sums.sum('product', ['2026-09'])).get('baidu.com')).toBe(1)
    expect((await sums.sum('referrer', ['2026-09'])).get('baidu.com')).toBe(20)
  })

  it('returns no sums without periods', async () => {
    expect((await createVisitSums(app()).sum('product', [])).size).toBe(0)
  })
})
