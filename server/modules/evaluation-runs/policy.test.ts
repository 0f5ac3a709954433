import { describe, expect, it } from 'vitest'
import { canReadRun, listReadableTasks } from './policy.ts'

const AT = '2026-11-30T02:00:00.000Z'

describe('a reader', () => {
  it.each([
    ['an ended run', AT, undefined, true],
    ['a run that is asked', null, undefined, false],
    ['a run whose replies are being read blind', AT, { closedAt: null }, false],
    ['a run whose replies were read', AT, { closedAt: AT }, true],
  ])('sees %s: %s, %o', (_name, finishedAt, grading, expected) => {
    expect(canReadRun({ finishedAt }, grading)).toBe(expected)
  })

  it('sees a sealed task of a run only with the report, also if it was unsealed or sealed since', () => {
    const asked = [
      { key: 'open', isSealed: false },
      { key: 'sealed', isSealed: true },
      { key: 'unsealed', isSealed: true },
      { key: 'sealedSince', isSealed: false },
      { key: 'removed', isSealed: false },
    ]
    const tasks = [
      { key: 'open', isSealed: false },
      { key: 'sealed', isSealed: true },
      { key: 'unsealed', isSealed: false },
      { key: 'sealedSince', isSealed: true },
    ]
    expect(listReadableTasks(asked, { tasks, status: 'review' }).map(({ key }) => key)).toEqual(['open', 'removed'])
    expect(listReadableTasks(asked, { tasks, status: 'final' })).toEqual(asked)
  })
})
