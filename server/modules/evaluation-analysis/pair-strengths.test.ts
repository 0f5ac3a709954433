import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import { calculatePairStrengths, type PairJudgement } from './pair-strengths.ts'

const repeat = (count: number, a: string, b: string, winner: PairJudgement['winner']): PairJudgement[] =>
  Array.from({ length: count }, () => ({ a, b, winner }))

const findByKey = (judgements: readonly PairJudgement[]) =>
  Object.fromEntries(calculatePairStrengths(judgements).map((candidate) => [candidate.key, candidate]))

describe('calculatePairStrengths', () => {
  // The games of the American League East in 1987 (Agresti 1990, "Categorical Data Analysis", table 10.10), and the log
  // strengths relative to Baltimore as the R package BradleyTerry2 prints them.
  const TEAMS = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore']
  const WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
  ]
  const games = WINS.flatMap((row, winner) =>
    row.flatMap((count, loser) => repeat(count, TEAMS[winner] ?? '', TEAMS[loser] ?? '', 'a')),
  )

  it.each([
    { team: 'Milwaukee', ability: 1.5814 },
    { team: 'Detroit', ability: 1.4364 },
    { team: 'Toronto', ability: 1.2945 },
    { team: 'New York', ability: 1.2476 },
    { team: 'Boston', ability: 1.1077 },
    { team: 'Cleveland', ability: 0.6839 },
  ])('returns the published log strength $ability of $team', ({ team, ability }) => {
    const candidates = findByKey(games)
    const ratio = (candidates[team]?.strength ?? Number.NaN) / (candidates.Baltimore?.strength ?? Number.NaN)
    expect(Math.log(ratio)).toBeCloseTo(ability, 4)
  })

  it('returns the share of wins of two candidates, with ties as halves', () => {
    const judgements = [...repeat(6, 'x', 'y', 'a'), ...repeat(2, 'x', 'y', 'b'), ...repeat(2, 'y', 'x', 'tie')]
    const { x, y } = findByKey(judgements)
    expect(x?.winRate).toBe(0.7)
    expect(x?.strength).toBeCloseTo(0.7, 9)
    expect(y?.strength).toBeCloseTo(0.3, 9)
    // The standard error of the logit of a proportion is √(1 / (n p (1 − p))).
    const reach = 1.959963984540054 / Math.sqrt(10 * 0.7 * 0.3)
    const logit = Math.log(0.7 / 0.3)
    expect(x?.interval?.[0]).toBeCloseTo(1 / (1 + Math.exp(reach - logit)), 9)
    expect(x?.interval?.[1]).toBeCloseTo(1 / (1 + Math.exp(-reach - logit)), 9)
  })

  it.each([
    { case: 'a candidate that always won', judgements: [...repeat(3, 'x', 'y', 'a'), ...repeat(1, 'y', 'z', 'tie')] },
    { case: 'candidates in two groups', judgements: [...repeat(1, 'x', 'y', 'tie'), ...repeat(1, 'u', 'v', 'tie')] },
  ])('returns no strengths for $case, but rates', ({ judgements }) => {
    const candidates = calculatePairStrengths(judgements)
    expect(candidates.every(({ strength, interval }) => strength === null && interval === null)).toBe(true)
    expect(candidates.every(({ winRate }) => Number.isFinite(winRate))).toBe(true)
  })

  it('returns nothing without judgements', () => {
    expect(calculatePairStrengths([])).toEqual([])
  })

  it('returns the strengths that climbing the likelihood step by step finds', () => {
    const judgement = fc.record({
      pair: fc.constantFrom(['x', 'y'], ['y', 'z'], ['z', 'x']),
      winner: fc.constantFrom<PairJudgement['winner']>('a', 'b', 'tie'),
    })
    fc.assert(
      fc.property(fc.array(judgement, { minLength: 3, maxLength: 40 }), (drawn) => {
        const judgements = drawn.map(({ pair: [a = '', b = ''], winner }) => ({ a, b, winner }))
        const candidates = calculatePairStrengths(judgements)
        if (candidates.some(({ strength }) => strength === null)) return
        const climbed = climbLikelihood(
          judgements,
          candidates.map(({ key }) => key),
        )
        for (const [index, { strength }] of candidates.entries()) expect(strength).toBeCloseTo(climbed[index] ?? 0, 4)
      }),
      { numRuns: 40 },
    )
  })

  it('covers the true strength in about 95 of 100 simulated studies', () => {
    const random = createRandom(7)
    const truth: Record<string, number> = { x: 0.5, y: 0.3, z: 0.2 }
    const pairs = [
      ['x', 'y'],
      ['y', 'z'],
      ['z', 'x'],
    ] as const
    const isCovered = Array.from({ length: 400 }, () => {
      const judgements = pairs.flatMap(([a, b]) =>
        Array.from({ length: 60 }, (): PairJudgement => {
          const chance = (truth[a] ?? 0) / ((truth[a] ?? 0) + (truth[b] ?? 0))
          return { a, b, winner: random() < chance ? 'a' : 'b' }
        }),
      )
      const [low = 1, high = 0] = findByKey(judgements).x?.interval ?? []
      return low <= 0.5 && 0.5 <= high
    })
    const coverage = isCovered.filter(Boolean).length / isCovered.length
    expect(coverage).toBeGreaterThan(0.92)
    expect(coverage).toBeLessThan(0.98)
  })
})

/** Gradient ascent on the logarithm of the likelihood, judgement by judgement. */
function climbLikelihood(judgements: readonly PairJudgement[], keys: readonly string[]): number[] {
  const logs = new Map(keys.map((key) => [key, 0]))
  const get = (key: string) => logs.get(key) ?? 0
  for (let step = 0; step < 20_000; step++) {
    const slopes = new Map(keys.map((key) => [key, 0]))
    for (const { a, b, winner } of judgements) {
      const expected = 1 / (1 + Math.exp(get(b) - get(a)))
      const surprise = (winner === 'a' ? 1 : winner === 'b' ? 0 : 0.5) - expected
      slopes.set(a, (slopes.get(a) ?? 0) + surprise)
      slopes.set(b, (slopes.get(b) ?? 0) - surprise)
    }
    for (const [key, slope] of slopes) logs.set(key, get(key) + (slope * 2) / judgements.length)
    if (Math.max(...[...slopes.values()].map(Math.abs)) < 1e-9) break
  }
  const weights = keys.map((key) => Math.exp(get(key)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
