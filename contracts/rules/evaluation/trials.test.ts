import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculatePassHat,
  calculateQuantile,
  calculateWilsonInterval,
  compareTrials,
  summarizeTrials,
  type Trial,
} from './trials.ts'

/** The 97.5 % quantile of the standard normal distribution, for a two-sided test at 95 %. */
const NORMAL_QUANTILE = 1.959963984540054

describe('calculateWilsonInterval', () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
  it.each([
    { passed: 81, trials: 263, low: 0.2553, high: 0.3662 },
    { passed: 15, trials: 148, low: 0.0624, high: 0.1605 },
    { passed: 0, trials: 20, low: 0, high: 0.1611 },
    { passed: 1, trials: 29, low: 0.0061, high: 0.1718 },
  ])('matches the published interval for $passed of $trials', ({ passed, trials, low, high }) => {
    const interval = calculateWilsonInterval(passed, trials)
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })

  it.each([
    { case: 'no trials', passed: 0, trials: 0 },
    { case: 'more passed trials than trials', passed: 3, trials: 2 },
    { case: 'a negative number of passed trials', passed: -1, trials: 2 },
  ])('throws for $case', ({ passed, trials }) => {
    expect(() => calculateWilsonInterval(passed, trials)).toThrow(RangeError)
  })

  it('contains exactly the rates that the score test accepts, found by bisection', () => {
    /** Returns the limit of the accepted rates, between a rejected and an accepted one. */
    const bisect = (passed: number, trials: number, from: number, to: number) => {
      // The distance of the observed rate, in standard errors of the tested one, exceeds the quantile.
      const isRejected = (rate: number) =>
        Math.abs(passed / trials - rate) > NORMAL_QUANTILE * Math.sqrt((rate * (1 - rate)) / trials)
      let [rejected, accepted] = [from, to]
      for (let step = 0; step < 80; step++) {
        const middle = (rejected + accepted) / 2
        if (isRejected(middle)) rejected = middle
        else accepted = middle
      }
      return accepted
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (trials, number) => {
        const passed = number % (trials + 1)
        const [low, high] = calculateWilsonInterval(passed, trials)
        expect(low).toBeCloseTo(passed === 0 ? 0 : bisect(passed, trials, 0, passed / trials), 9)
        expect(high).toBeCloseTo(passed === trials ? 1 : bisect(passed, trials, 1, passed / trials), 9)
      }),
    )
  })
})

/** pass^k by enumerating every choice of k trials of a task. */
function calculatePassHatByEnumeration(tasks: readonly { trials: number; passed: number }[], k: number): number {
  const chances = tasks.map(({ trials, passed }) => {
    let [choices, successes] = [0, 0]
    for (let bits = 0; bits < 2 ** trials; bits++) {
      const chosen = Array.from({ length: trials }, (_, trial) => trial).filter((trial) => (bits >> trial) & 1)
      if (chosen.length !== k) continue
      choices++
      if (chosen.every((trial) => trial < passed)) successes++
    }
    return successes / choices
  })
  return chances.reduce((sum, chance) => sum + chance, 0) / tasks.length
}

describe('calculatePassHat', () => {
  it('falls from one try to four as C(passed, k) / C(trials, k)', () => {
    // C(6,k)/C(8,k): 6/8, 15/28, 20/56, 15/70.
    const curve = calculatePassHat([{ trials: 8, passed: 6 }]).slice(0, 4)
    for (const [index, chance] of [6 / 8, 15 / 28, 20 / 56, 15 / 70].entries())
      expect(curve[index]).toBeCloseTo(chance, 12)
  })

  it('equals the proportion of choices of k trials that all pass', () => {
    const task = fc
      .integer({ min: 1, max: 7 })
      .chain((trials) => fc.record({ trials: fc.constant(trials), passed: fc.integer({ min: 0, max: trials }) }))
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 4 }), (tasks) => {
        const curve = calculatePassHat(tasks)
        expect(curve).toHaveLength(Math.min(...tasks.map(({ trials }) => trials)))
        for (const [index, chance] of curve.entries())
          expect(chance).toBeCloseTo(calculatePassHatByEnumeration(tasks, index + 1), 12)
      }),
    )
  })
})

describe('calculateQuantile', () => {
  it.each([
    { case: 'a single number', sorted: [7], probability: 0.95, quantile: 7 },
    { case: 'the middle of two numbers', sorted: [1, 2, 3, 4], probability: 0.5, quantile: 2.5 },
    { case: 'a fifth before the last number', sorted: [1, 2, 3, 4, 5], probability: 0.95, quantile: 4.8 },
    { case: 'the first number', sorted: [1, 2, 3], probability: 0, quantile: 1 },
    { case: 'the last number', sorted: [1, 2, 3], probability: 1, quantile: 3 },
  ])('returns $case: $quantile', ({ sorted, probability, quantile }) => {
    expect(calculateQuantile(sorted, probability)).toBeCloseTo(quantile, 12)
  })

  it('throws without numbers', () => {
    expect(() => calculateQuantile([], 0.5)).toThrow(RangeError)
  })
})

const trial = (candidate: string, task: string, isPassed: boolean, seconds?: number, cost?: number): Trial => ({
  candidate,
  task,
  isPassed,
  seconds,
  cost,
})

describe('summarizeTrials', () => {
  it('returns tasks, trials, seconds and the cost per success of each candidate', () => {
    const [first, second] = summarizeTrials([
      trial('a', 'q1', true, 2, 0.1),
      trial('a', 'q1', false, 4, 0.3),
      trial('b', 'q1', false),
      trial('a', 'q2', true, 6, 0.2),
    ])
    expect(first).toMatchObject({ key: 'a', tasks: 2, trials: 3, passed: 2, secondsMedian: 4, passHat: [0.75] })
    expect(first?.passRate).toBeCloseTo(2 / 3, 12)
    expect(first?.secondsP95).toBeCloseTo(5.8, 12)
    expect(first?.costPerSuccess).toBeCloseTo(0.3, 12)
    expect(second).toEqual({
      key: 'b',
      tasks: 1,
      trials: 1,
      passed: 0,
      passRate: 0,
      interval: calculateWilsonInterval(0, 1),
      passHat: [0],
      secondsMedian: null,
      secondsP95: null,
      costPerSuccess: null,
    })
  })
})

describe('compareTrials', () => {
  it('returns the mean difference over the tasks that both candidates have tried', () => {
    const trials = [
      trial('a', 'q1', true),
      trial('a', 'q2', true),
      trial('a', 'only a', false),
      trial('b', 'q1', true),
      trial('b', 'q2', false),
      trial('b', 'q2', true),
    ]
    expect(compareTrials(trials, 1)).toMatchObject([{ of: 'a', than: 'b', difference: 0.25 }])
  })

  it('returns no interval for a single common task', () => {
    const trials = [trial('a', 'q1', true), trial('b', 'q1', false)]
    expect(compareTrials(trials, 1)).toEqual([{ of: 'a', than: 'b', difference: 1, interval: null }])
  })

  it('omits pairs without a common task', () => {
    expect(compareTrials([trial('a', 'q1', true), trial('c', 'q2', true)], 1)).toEqual([])
  })

  it('returns an interval close to the exact one over all resamples of four tasks', () => {
    const rates = [
      [1, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ]
    const trials = rates.flatMap(([a, b], task) => [trial('a', `q${task}`, a === 1), trial('b', `q${task}`, b === 1)])
    const differences = rates.map(([a = 0, b = 0]) => a - b)
    // All 4⁴ resamples, equally likely.
    const means = Array.from({ length: 256 }, (_, code) => {
      const drawn = [code & 3, (code >> 2) & 3, (code >> 4) & 3, (code >> 6) & 3]
      return drawn.reduce((sum, index) => sum + (differences[index] ?? 0), 0) / 4
    }).sort((a, b) => a - b)
    const [result] = compareTrials(trials, 1)
    expect(result?.difference).toBe(0.25)
    expect(result?.interval).toEqual([means[Math.floor(256 * 0.025)], means[Math.floor(256 * 0.975)]])
  })

  it('returns the same for the same seed', () => {
    const trials = Array.from({ length: 40 }, (_, index) =>
      trial(index % 2 ? 'a' : 'b', `q${index >> 1}`, index % 3 > 0),
    )
    expect(compareTrials(trials, 5)).toEqual(compareTrials(trials, 5))
  })
})
