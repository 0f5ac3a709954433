/** Two runs of the same tasks with the same candidate: what changed, task by task. */
import { calculateWilsonInterval, type Range } from './trials.ts'

/** The trials of a task that passed, of those that passed or failed. */
export type TaskTally = { passed: number; decided: number }
export type PairedTask = { task: string; earlier: TaskTally; later: TaskTally }

type TaskChange = 'regressed' | 'improved' | 'same'

const getRate = ({ passed, decided }: TaskTally) => passed / decided

/** Returns how a task's pass rate changed. Fractions are compared without division, so that 1/3 and 2/6 are the same. */
export function getTaskChange({ earlier, later }: Pick<PairedTask, 'earlier' | 'later'>): TaskChange {
  const change = later.passed * earlier.decided - earlier.passed * later.decided
  return change < 0 ? 'regressed' : change > 0 ? 'improved' : 'same'
}

type PairedDifference = {
  regressed: number
  improved: number
  same: number
  /** The mean change of the tasks' pass rates; `null` without tasks. */
  difference: number | null
  /**
   * Its 95 % interval if each task passed or failed as a whole in either run. `null` otherwise: then it takes a bootstrap
   * over tasks.
   */
  interval: Range | null
}

/** Returns what changed over tasks that were decided in both runs. */
export function comparePairedTasks(pairs: readonly PairedTask[]): PairedDifference {
  const changes = pairs.map(getTaskChange)
  const count = (change: TaskChange) => changes.filter((item) => item === change).length
  const total = pairs.reduce((sum, { earlier, later }) => sum + getRate(later) - getRate(earlier), 0)
  return {
    regressed: count('regressed'),
    improved: count('improved'),
    same: count('same'),
    difference: pairs.length === 0 ? null : total / pairs.length,
    interval: pairs.length > 0 && pairs.every(isWhole) ? calculatePairedInterval(countPairs(pairs)) : null,
  }
}

const isWhole = ({ earlier, later }: PairedTask): boolean =>
  [earlier, later].every(({ passed, decided }) => passed === 0 || passed === decided)

/** Pairs by their two outcomes. */
export type PairCounts = { both: number; onlyFirst: number; onlySecond: number; neither: number }

const countPairs = (pairs: readonly PairedTask[]): PairCounts => ({
  both: pairs.filter(({ earlier, later }) => later.passed > 0 && earlier.passed > 0).length,
  onlyFirst: pairs.filter(({ earlier, later }) => later.passed > 0 && earlier.passed === 0).length,
  onlySecond: pairs.filter(({ earlier, later }) => later.passed === 0 && earlier.passed > 0).length,
  neither: pairs.filter(({ earlier, later }) => later.passed === 0 && earlier.passed === 0).length,
})

/**
 * Returns the 95 % interval of the difference of two paired proportions, first − second: Wilson's intervals of both,
 * combined by square and add with the correlation corrected for continuity (Newcombe 1998, "Improved confidence intervals
 * for the difference between binomial proportions based on paired data", method 10). Throws a `RangeError` without pairs.
 */
export function calculatePairedInterval({ both, onlyFirst, onlySecond, neither }: PairCounts): Range {
  const total = both + onlyFirst + onlySecond + neither
  const [first, second] = [both + onlyFirst, both + onlySecond]
  const [firstLow, firstHigh] = calculateWilsonInterval(first, total)
  const [secondLow, secondHigh] = calculateWilsonInterval(second, total)
  const [firstRate, secondRate] = [first / total, second / total]
  const product = first * (total - first) * second * (total - second)
  const excess = both * neither - onlyFirst * onlySecond
  const corrected = excess > 0 ? Math.max(excess - total / 2, 0) : excess
  const correlation = product === 0 ? 0 : corrected / Math.sqrt(product)
  const combine = (a: number, b: number) => Math.sqrt(Math.max(0, a ** 2 - 2 * correlation * a * b + b ** 2))
  const difference = firstRate - secondRate
  return [
    difference - combine(firstRate - firstLow, secondHigh - secondRate),
    difference + combine(firstHigh - firstRate, secondRate - secondLow),
  ]
}
