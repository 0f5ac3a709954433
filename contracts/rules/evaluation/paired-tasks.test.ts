import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculatePairedInterval, comparePairedTasks, getTaskChange, type PairCounts } from './paired-tasks.ts'
import { Z_95 } from './trials.ts'

describe('calculatePairedInterval', () => {
  it('returns the interval published for complete responses before and after a therapy', () => {
    // Cavo et al. 2012, in Fagerland, Lydersen and Laake 2017, "Statistical Analysis of Contingency Tables", chapter 8.
    const [low, high] = calculatePairedInterval({ both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 })
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['-0.1186', '-0.0046'])
  })

  it('has a width even without a pair that differs', () => {
    const [low, high] = calculatePairedInterval({ both: 10, onlyFirst: 0, onlySecond: 0, neither: 0 })
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
  })

  it('throws without pairs', () => {
    expect(() => calculatePairedInterval({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toThrow(RangeError)
  })

  it('is that of the definitions, for generated pairs', () => {
    const count = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(
        fc.record({ both: count, onlyFirst: count, onlySecond: count, neither: count }),
        (counts: PairCounts) => {
          fc.pre(counts.both + counts.onlyFirst + counts.onlySecond + counts.neither > 0)
          const [low, high] = calculatePairedInterval(counts)
          const [slowLow, slowHigh] = calculateSlowly(counts)
          expect(low).toBeCloseTo(slowLow, 8)
          expect(high).toBeCloseTo(slowHigh, 8)
        },
      ),
    )
  })
})

/** The same by its definitions: limits found by bisection, and the correlation of the two columns of zeros and ones. */
function calculateSlowly({ both, onlyFirst, onlySecond, neither }: PairCounts): [number, number] {
  const pairs = [
    ...Array(both).fill([1, 1]),
    ...Array(onlyFirst).fill([1, 0]),
    ...Array(onlySecond).fill([0, 1]),
    ...Array(neither).fill([0, 0]),
  ]
  const columns = [pairs.map(([first]) => first), pairs.map(([, second]) => second)] as const
  const [p1, p2] = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / pairs.length)
  if (p1 === undefined || p2 === undefined) throw new RangeError()
  const n = pairs.length
  const deviations = pairs.map(([first, second]) => [first - p1, second - p2] as const)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const spread = Math.sqrt(sum(deviations.map(([a]) => a * a)) * sum(deviations.map(([, b]) => b * b)))
  const covariance = sum(deviations.map(([a, b]) => a * b))
  // n × covariance is ad − bc, of which half of n is taken off if it is positive.
  const shrunk = covariance > 1e-9 ? Math.max(covariance - 0.5, 0) : covariance
  const phi = spread < 1e-9 ? 0 : shrunk / spread
  const [l1, u1] = [bisect(p1, n, 'low'), bisect(p1, n, 'high')]
  const [l2, u2] = [bisect(p2, n, 'low'), bisect(p2, n, 'high')]
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b))
  return [p1 - p2 - reach(p1 - l1, u2 - p2), p1 - p2 + reach(u1 - p1, p2 - l2)]
}

/** Finds the rate at which an observed one is just as far away as the normal distribution allows. */
function bisect(observed: number, n: number, side: 'low' | 'high'): number {
  const isOutside = (rate: number) => Math.abs(observed - rate) > Z_95 * Math.sqrt((rate * (1 - rate)) / n)
  let [outside, inside] = [side === 'low' ? 0 : 1, observed]
  if (outside === observed) return observed
  for (let step = 0; step < 200; step += 1) {
    const middle = (outside + inside) / 2
    if (isOutside(middle)) outside = middle
    else inside = middle
  }
  return inside
}

describe('comparePairedTasks', () => {
  const tally = (passed: number, decided: number) => ({ passed, decided })
  const pair = (task: string, earlier: [number, number], later: [number, number]) => ({
    task,
    earlier: tally(...earlier),
    later: tally(...later),
  })

  it('counts what regressed and improved, with the interval of whole tasks', () => {
    const pairs = [
      ...Array.from({ length: 7 }, (_, index) => pair(`same${index}`, [3, 3], [3, 3])),
      pair('a', [3, 3], [0, 3]),
      pair('b', [1, 1], [0, 3]),
      pair('c', [0, 3], [3, 3]),
    ]
    const { interval, ...counts } = comparePairedTasks(pairs)
    expect(counts).toEqual({ regressed: 2, improved: 1, same: 7, difference: expect.closeTo(-0.1, 12) })
    expect(interval).toEqual(calculatePairedInterval({ both: 7, onlyFirst: 1, onlySecond: 2, neither: 0 }))
  })

  it('takes the mean of rates with repeats, whose interval it leaves to a bootstrap', () => {
    const pairs = [pair('a', [3, 3], [2, 3]), pair('b', [0, 3], [0, 3])]
    expect(comparePairedTasks(pairs)).toEqual({
      regressed: 1,
      improved: 0,
      same: 1,
      difference: expect.closeTo(-1 / 6, 12),
      interval: null,
    })
  })

  it('knows no difference without tasks', () => {
    expect(comparePairedTasks([])).toMatchObject({ difference: null, interval: null })
  })

  it('sees equal fractions as the same', () => {
    expect(getTaskChange({ earlier: tally(1, 3), later: tally(2, 6) })).toBe('same')
    expect(getTaskChange({ earlier: tally(1, 3), later: tally(2, 5) })).toBe('improved')
  })
})
