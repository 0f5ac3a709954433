import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparableTrial, countPairs, planPairs } from './plan-pairs.ts'

/** Trials of every candidate on every task, as often as `repeats`. */
function createTrials(tasks: number, candidates: number, repeats: number): ComparableTrial[] {
  const trials: ComparableTrial[] = []
  for (let repeat = 1; repeat <= repeats; repeat += 1)
    for (let task = 0; task < tasks; task += 1)
      for (let candidate = 0; candidate < candidates; candidate += 1)
        trials.push({ position: trials.length, task: `q${task}`, candidate: `c${candidate}`, repeat, variant: 0 })
  return trials
}

const OPTIONS = { seed: 1, taken: [] }
const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts)

/** The trials that a pair compares. */
const resolve = (trials: readonly ComparableTrial[], pairs: ReturnType<typeof planPairs>) =>
  pairs.map(({ position, otherPosition }) => {
    const [a, b] = [
      trials.find((trial) => trial.position === position),
      trials.find((trial) => trial.position === otherPosition),
    ]
    if (!a || !b) throw new Error('Unknown trial')
    return { a, b }
  })

/** Lists all pairs by trying each. */
const listPossible = (trials: readonly ComparableTrial[]): string[] =>
  trials.flatMap((a) =>
    trials
      .filter((b) => a.position < b.position && a.task === b.task && a.repeat === b.repeat)
      .map((b) => `${a.position} ${b.position}`),
  )

describe('planPairs', () => {
  it('compares two candidates on the same question, balanced over candidates and tasks', () => {
    const trials = createTrials(5, 4, 3)
    const pairs = resolve(trials, planPairs(trials, { ...OPTIONS, count: 30 }))
    expect(pairs).toHaveLength(30)
    for (const { a, b } of pairs) {
      expect({ task: a.task, repeat: a.repeat }).toEqual({ task: b.task, repeat: b.repeat })
      expect(a.candidate).not.toBe(b.candidate)
    }
    // Thirty pairs of six different couples, over five tasks.
    const count = (toKey: (pair: (typeof pairs)[number]) => string) =>
      [...Map.groupBy(pairs, toKey).values()].map((same) => same.length)
    expect(count(({ a, b }) => `${a.candidate} ${b.candidate}`)).toEqual([5, 5, 5, 5, 5, 5])
    expect(count(({ a }) => a.task)).toEqual([6, 6, 6, 6, 6])
  })

  it('plans no more than there are', () => {
    const trials = createTrials(2, 3, 2)
    expect(countPairs(trials)).toBe(12)
    expect(planPairs(trials, { ...OPTIONS, count: 100 })).toHaveLength(12)
    expect(planPairs(trials, { ...OPTIONS, count: 0 })).toEqual([])
  })

  it('does not compare replies to other wordings', () => {
    const [first, second] = createTrials(1, 2, 1)
    if (!first || !second) throw new Error('No trials')
    expect(countPairs([first, { ...second, variant: 1 }])).toBe(0)
  })

  it('keeps those that were read, and balances the others with them', () => {
    const trials = createTrials(4, 3, 2)
    const taken = planPairs(trials, { ...OPTIONS, count: 3 })
    const all = planPairs(trials, { count: 9, seed: 2, taken })
    expect(all.slice(0, 3)).toEqual(taken)
    const couples = Map.groupBy(resolve(trials, all), ({ a, b }) => `${a.candidate} ${b.candidate}`)
    expect([...couples.values()].map((same) => same.length)).toEqual([3, 3, 3])
  })

  it('returns distinct pairs that exist, balanced to within one, for generated runs', () => {
    const size = fc.integer({ min: 1, max: 4 })
    fc.assert(
      fc.property(size, size, size, fc.nat({ max: 40 }), fc.nat(), (tasks, candidates, repeats, count, seed) => {
        const trials = createTrials(tasks, candidates, repeats)
        const possible = listPossible(trials)
        expect(countPairs(trials)).toBe(possible.length)
        const pairs = planPairs(trials, { count, seed, taken: [] })
        const keys = pairs.map(({ position, otherPosition }) => `${position} ${otherPosition}`)
        expect(new Set(keys).size).toBe(Math.min(count, possible.length))
        for (const key of keys) expect(possible).toContain(key)
        const couples = Map.groupBy(resolve(trials, pairs), ({ a, b }) => `${a.candidate} ${b.candidate}`)
        const all = (candidates * (candidates - 1)) / 2
        const counts = [...couples.values()].map((same) => same.length)
        if (all > 0) expect(spread([...counts, ...Array<number>(all - counts.length).fill(0)])).toBeLessThanOrEqual(1)
      }),
    )
  })
})
