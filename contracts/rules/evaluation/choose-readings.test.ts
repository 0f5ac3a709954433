import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseReadings,
  type GradableTrial,
  hasJudgeDispute,
  isPairSwapped,
  shuffleForReader,
} from './choose-readings.ts'

const trial = (position: number, changes: Partial<GradableTrial> = {}): GradableTrial => ({
  position,
  candidate: position % 2 === 0 ? 'a' : 'b',
  outcome: 'passed',
  isDisputed: false,
  ...changes,
})
const CHOICE = { share: 0, hasDisputed: true, seed: 1, max: 100 }
const items = Array.from({ length: 40 }, (_item, position) => ({ position, otherPosition: null }))

describe('what people read', () => {
  it('is everything that is undecided or disputed, once', () => {
    const trials = [
      trial(0, { outcome: 'unscored' }),
      trial(1, { isDisputed: true }),
      trial(2),
      trial(3, { outcome: 'unscored', isDisputed: true }),
    ]
    expect(chooseReadings(trials, CHOICE).toSorted((a, b) => a.position - b.position)).toEqual([
      { position: 0, cause: 'unscored' },
      { position: 1, cause: 'disputed' },
      { position: 3, cause: 'unscored' },
    ])
    expect(chooseReadings(trials, { ...CHOICE, hasDisputed: false })).toHaveLength(2)
  })

  it('is a share of the decided trials of each candidate, rounded up', () => {
    const trials = Array.from({ length: 25 }, (_item, position) => trial(position))
    const sample = chooseReadings(trials, { ...CHOICE, share: 0.2 })
    const count = (rest: number) => sample.filter(({ position }) => position % 2 === rest).length
    // Thirteen trials of a, twelve of b.
    expect([count(0), count(1)]).toEqual([3, 3])
    expect(sample).not.toEqual(chooseReadings(trials, { ...CHOICE, share: 0.2, seed: 2 }))
  })

  it('never exceeds its limits, repeats nothing and is the same again', () => {
    const trials = fc.array(
      fc.record({
        candidate: fc.constantFrom('a', 'b', 'c'),
        outcome: fc.constantFrom('passed', 'failed', 'unscored'),
        isDisputed: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    const choice = fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      hasDisputed: fc.boolean(),
      seed: fc.nat(),
      max: fc.integer({ min: 0, max: 50 }),
    })
    fc.assert(
      fc.property(trials, choice, (rows, options) => {
        const all = rows.map(
          (row, position): GradableTrial => ({
            ...row,
            outcome: row.outcome === 'unscored' ? 'unscored' : row.outcome === 'passed' ? 'passed' : 'failed',
            position,
          }),
        )
        const chosen = chooseReadings(all, options)
        expect(chosen.length).toBeLessThanOrEqual(options.max)
        expect(new Set(chosen.map(({ position }) => position)).size).toBe(chosen.length)
        expect(chooseReadings(all.toReversed(), options)).toEqual(chosen)
        const undecided = all.filter(({ outcome }) => outcome === 'unscored').length
        expect(chosen.filter(({ cause }) => cause === 'unscored')).toHaveLength(Math.min(undecided, options.max))
      }),
    )
  })
})

describe('the order of reading', () => {
  it('differs by reader and seed, and holds the same items', () => {
    const order = (seed: number, reader: string) =>
      shuffleForReader(items, { seed, reader }).map((item) => item.position)
    expect(order(1, 'j')).toEqual(order(1, 'j'))
    expect(order(1, 'j')).not.toEqual(order(1, 'k'))
    expect(order(1, 'j')).not.toEqual(order(2, 'j'))
    expect(order(1, 'j').toSorted((a, b) => a - b)).toEqual(items.map(({ position }) => position))
  })

  it('places each reply of pairs left about as often as right', () => {
    const pairs = Array.from({ length: 1_000 }, (_item, position) => ({ position, otherPosition: position + 1 }))
    const swapped = pairs.filter((pair) => isPairSwapped(pair, { seed: 1, reader: 'j' })).length
    // Five standard deviations of 1,000 fair coins.
    expect(Math.abs(swapped - 500)).toBeLessThan(80)
  })
})

it.each([
  ['a judge model that agrees', [['number', true]], true, false],
  ['a judge model that is stricter', [['number', true]], false, true],
  [
    'a judge model that is milder',
    [
      ['number', true],
      ['contains', false],
    ],
    true,
    true,
  ],
  ['no verdict', [['number', true]], null, false],
  ['an undecided check', [['number', null]], false, false],
  [
    'no check by rules',
    [
      ['rubric', null],
      ['human', true],
    ],
    false,
    false,
  ],
] as const)('finds whether there is a dispute: %s', (_case, checks, isPassedByJudge, expected) => {
  const verdicts = checks.map(([kind, isPassed]) => ({ kind, isPassed }))
  expect(hasJudgeDispute(verdicts, isPassedByJudge)).toBe(expected)
})
