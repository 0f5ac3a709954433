import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateJudgeValidity } from './judge-validity.ts'
import { createRandom } from './seeded-random.ts'

type Counts = { bothPassed: number; onlyHumanPassed: number; onlyJudgePassed: number; bothFailed: number }
/** Returns the validity for the numbers of replies by both verdicts. */
function calculate(counts: Counts, others?: { passed: number; total: number }) {
  const verdicts = [
    ...Array(counts.bothPassed).fill([true, true]),
    ...Array(counts.onlyHumanPassed).fill([true, false]),
    ...Array(counts.onlyJudgePassed).fill([false, true]),
    ...Array(counts.bothFailed).fill([false, false]),
  ]
  return calculateJudgeValidity(
    verdicts.map(([human]) => human),
    verdicts.map(([, judge]) => judge),
    others,
  )
}

describe('calculateJudgeValidity', () => {
  const EXAMPLE = { bothPassed: 78, onlyHumanPassed: 2, onlyJudgePassed: 10, bothFailed: 30 }

  it('returns both rates, agreement, kappa and the corrected rate of the worked example', () => {
    const { failing, passing, agreement, kappa, corrected } = calculate(EXAMPLE, { passed: 320, total: 400 })
    expect(failing?.rate).toBe(0.75)
    expect(failing?.interval.map((limit) => limit.toFixed(3))).toEqual(['0.598', '0.858'])
    expect(passing?.rate).toBe(0.975)
    expect(passing?.interval.map((limit) => limit.toFixed(3))).toEqual(['0.913', '0.993'])
    expect(agreement).toBe(0.9)
    expect(kappa).toBeCloseTo(0.763, 3)
    expect(corrected?.rate).toBeCloseTo(0.55 / 0.725, 12)
    expect(corrected?.isClipped).toBe(false)
  })

  it('returns the kappa of Cohen’s formula as published for two readers of 50 proposals', () => {
    // The example of the article on Cohen's kappa: 20 and 15 equal verdicts, 5 and 10 unequal ones.
    const { kappa } = calculate({ bothPassed: 20, onlyHumanPassed: 5, onlyJudgePassed: 10, bothFailed: 15 })
    expect(kappa).toBeCloseTo(0.4, 12)
  })

  it('limits a corrected rate outside of 0 to 1, and says so', () => {
    expect(calculate(EXAMPLE, { passed: 400, total: 400 }).corrected).toMatchObject({ rate: 1, isClipped: true })
    expect(calculate(EXAMPLE, { passed: 0, total: 400 }).corrected).toMatchObject({ rate: 0, isClipped: true })
  })

  it('returns no corrected rate for a judge no better than chance, or one tested on one kind of reply', () => {
    const others = { passed: 5, total: 10 }
    const random = { bothPassed: 5, onlyHumanPassed: 5, onlyJudgePassed: 5, bothFailed: 5 }
    expect(calculate(random, others).corrected).toBeNull()
    const onlyPassed = { bothPassed: 5, onlyHumanPassed: 1, onlyJudgePassed: 0, bothFailed: 0 }
    expect(calculate(onlyPassed, others)).toMatchObject({ failing: null, corrected: null })
  })

  it('returns no kappa for equal verdicts throughout', () => {
    const { kappa, agreement } = calculate({ bothPassed: 9, onlyHumanPassed: 0, onlyJudgePassed: 0, bothFailed: 0 })
    expect(kappa).toBeNull()
    expect(agreement).toBe(1)
  })

  it('throws for no verdicts and for lists of different lengths', () => {
    expect(() => calculateJudgeValidity([], [])).toThrow(RangeError)
    expect(() => calculateJudgeValidity([true], [true, false])).toThrow(RangeError)
  })

  it('returns the chance-corrected agreement of every pair of verdicts, for generated verdicts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 }), (pairs) => {
        const { kappa, agreement } = calculateJudgeValidity(
          pairs.map(([human]) => human),
          pairs.map(([, judge]) => judge),
        )
        // The chance of agreement: a verdict of people meets the judge's verdict on any reply.
        const meetings = pairs.flatMap(([human]) => pairs.map(([, judge]) => human === judge))
        const chance = meetings.filter(Boolean).length / meetings.length
        const observed = pairs.filter(([human, judge]) => human === judge).length / pairs.length
        expect(agreement).toBeCloseTo(observed, 12)
        if (chance === 1) expect(kappa).toBeNull()
        else expect(kappa).toBeCloseTo((observed - chance) / (1 - chance), 9)
      }),
    )
  })

  it('has an interval as wide as the corrected rates of simulated judges', () => {
    const random = createRandom(1)
    const draw = (count: number, rate: number) =>
      Array.from({ length: count }, () => random() < rate).filter(Boolean).length
    const rates = Array.from({ length: 4_000 }, () => {
      const passing = draw(80, 0.975) / 80
      const failing = draw(40, 0.75) / 40
      return (draw(400, 0.8) / 400 + failing - 1) / (passing + failing - 1)
    }).sort((a, b) => a - b)
    const interval = calculate(EXAMPLE, { passed: 320, total: 400 }).corrected?.interval
    expect(interval?.[0]).toBeCloseTo(rates[100] ?? Number.NaN, 1)
    expect(interval?.[1]).toBeCloseTo(rates[3_899] ?? Number.NaN, 1)
  })
})
