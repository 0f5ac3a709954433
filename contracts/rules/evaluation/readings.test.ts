import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReplyVerdict } from '../../evaluation-grading/verdicts.ts'
import {
  calculateReadingAgreement,
  decidePair,
  decideReply,
  isPassVerdict,
  type PairWinner,
  scoreReadings,
  toPairVerdict,
  toWinner,
} from './readings.ts'

describe('a reply', () => {
  it.each<[string, ReplyVerdict[], number, boolean | null]>([
    ['one of two readers', ['passed'], 2, null],
    ['two that agree', ['failed', 'failed'], 2, false],
    ['two that differ, which takes a third', ['passed', 'failed'], 2, null],
    ['a third that decides', ['passed', 'failed', 'passed'], 2, true],
    ['four that differ, which takes a fifth', ['passed', 'failed', 'passed', 'failed'], 2, null],
    ['points that all pass', ['3', '5'], 2, true],
    ['points around the threshold', ['2', '3'], 2, null],
    ['a single reader', ['0'], 1, false],
    ['nobody', [], 1, null],
  ])('is decided by %s', (_case, verdicts, readers, expected) => {
    expect(decideReply(verdicts, readers)).toBe(expected)
  })

  it('is decided as by counting both sides, in any order', () => {
    const verdicts = fc.array(fc.constantFrom<ReplyVerdict>('passed', 'failed', '0', '2', '3', '5'), { maxLength: 9 })
    fc.assert(
      fc.property(verdicts, fc.integer({ min: 1, max: 5 }), (list, readers) => {
        const passes = list.filter(isPassVerdict).length
        const expected = list.length < readers || passes * 2 === list.length ? null : passes > list.length - passes
        expect(decideReply(list, readers)).toBe(expected)
        expect(decideReply(list.toReversed(), readers)).toBe(expected)
      }),
    )
  })

  it('has the mean of its points as score, or all or nothing', () => {
    expect(scoreReadings(['5', '2'], true)).toBe(0.7)
    expect(scoreReadings(['passed', 'failed', 'passed'], true)).toBe(1)
    expect(scoreReadings(['failed'], false)).toBe(0)
  })
})

describe('a pair', () => {
  it.each<[string, PairWinner[], number, PairWinner | null]>([
    ['too few readers', ['a'], 2, null],
    ['readers that agree', ['b', 'b'], 2, 'b'],
    ['readers that contradict each other', ['a', 'b'], 2, 'tie'],
    ['a win and a tie', ['a', 'tie'], 2, 'tie'],
    ['most of three', ['a', 'tie', 'a'], 3, 'a'],
  ])('is decided by %s', (_case, winners, readers, expected) => {
    expect(decidePair(winners, readers)).toBe(expected)
  })

  it('has the same winner wherever its replies stand', () => {
    expect([toWinner('left', false), toWinner('left', true), toWinner('equal', true)]).toEqual(['a', 'b', 'tie'])
    for (const isSwapped of [true, false])
      for (const winner of ['a', 'b', 'tie'] as const)
        expect(toWinner(toPairVerdict(winner, isSwapped), isSwapped)).toBe(winner)
  })
})

describe('the agreement of readers', () => {
  it("equals Krippendorff's published example of binary data from two observers (2011, section A)", () => {
    const first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    const second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    const toVerdict = (value: number | undefined): ReplyVerdict => (value === 1 ? 'passed' : 'failed')
    const { alpha, units, agreed } = calculateReadingAgreement(
      first.map((value, index) => [toVerdict(value), toVerdict(second[index])]),
    )
    expect(alpha).toBeCloseTo(0.095, 3)
    expect({ units, agreed }).toEqual({ units: 10, agreed: 6 })
  })

  it('equals 1 − observed / expected disagreement, counted pair by pair', () => {
    const unit = fc.array(fc.constantFrom<ReplyVerdict>('passed', 'failed'), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const compared = units.filter((verdicts) => verdicts.length >= 2)
        const all = compared.flat()
        const differing = (list: readonly ReplyVerdict[]) =>
          list.flatMap((a, i) => list.filter((b, j) => i !== j && a !== b)).length
        const expected = differing(all) / (all.length * (all.length - 1))
        const observed =
          compared.reduce((sum, verdicts) => sum + differing(verdicts) / (verdicts.length - 1), 0) / all.length
        const { alpha } = calculateReadingAgreement(units)
        if (all.length === 0 || expected === 0) expect(alpha).toBeNull()
        else expect(alpha).toBeCloseTo(1 - observed / expected, 9)
      }),
    )
  })

  it('counts points on the same side of the threshold as agreed, and a tie as halfway between both wins', () => {
    expect(calculateReadingAgreement([['3', '5'], ['2', '3'], ['5']])).toMatchObject({ units: 2, agreed: 1 })
    const far = calculateReadingAgreement([
      ['a', 'b'],
      ['b', 'b'],
      ['a', 'a'],
    ])
    const near = calculateReadingAgreement([
      ['a', 'tie'],
      ['b', 'b'],
      ['a', 'a'],
    ])
    expect(near.alpha).toBeGreaterThan(far.alpha ?? 1)
  })
})
