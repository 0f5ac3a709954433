import { expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { CLOCK_SKEW_MS } from '../clock.ts'
import { claim, claimUntil } from './claims.ts'

onEveryDatabase('claims', (app) => {
  const claimFor = (name: string, durationMs: number) => claim(app().database, app().clock, name, durationMs)

  it('belong to one caller until they expire', async () => {
    expect(await claimFor('expiring', DAY_MS)).toBe(true)
    app().clock.advance(DAY_MS - 1)
    expect(await claimFor('expiring', DAY_MS)).toBe(false)
    app().clock.advance(1)
    expect(await claimFor('expiring', DAY_MS)).toBe(true)
  })

  it('have no effect if a clock that was ahead made them', async () => {
    app().clock.advance(30 * DAY_MS)
    expect(await claimFor('ahead', DAY_MS)).toBe(true)
    app().clock.advance(-30 * DAY_MS)
    expect(await claimFor('ahead', DAY_MS)).toBe(true)
    expect(await claimFor('ahead', DAY_MS)).toBe(false)
  })

  it('have effect if the clock of another node is slightly ahead', async () => {
    app().clock.advance(CLOCK_SKEW_MS)
    expect(await claimFor('skewed', DAY_MS)).toBe(true)
    app().clock.advance(-CLOCK_SKEW_MS)
    expect(await claimFor('skewed', DAY_MS)).toBe(false)
  })

  it('until a fixed time are respected by a node that has not reached the previous one yet', async () => {
    const week = { end: new Date(app().clock.now().getTime() + 7 * DAY_MS), maxMs: 7 * DAY_MS }
    const lastWeek = { end: app().clock.now(), maxMs: 7 * DAY_MS }
    const claimWeek = (period: typeof week) =>
      app().database.write((transaction) => claimUntil(transaction, app().clock, 'weekly', period))
    expect(await claimWeek(week)).toBe(true)
    app().clock.advance(-1)
    expect(await claimWeek(lastWeek)).toBe(false)
  })
})
