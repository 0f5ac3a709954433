/** Statistics of tests: how often, how reliably, how fast and at what cost a candidate succeeds. */
import { itemAt } from '../item-at.ts'
import { createRandom } from './seeded-random.ts'

export type Trial = {
  task: string
  candidate: string
  isPassed: boolean
  seconds?: number | undefined
  cost?: number | undefined
}
export type Range = [low: number, high: number]

type TrialSummary = {
  key: string
  tasks: number
  trials: number
  passed: number
  /** Passed trials / trials. */
  passRate: number
  /** Wilson's 95 % interval of the pass rate. */
  interval: Range
  /** pass^1, pass^2 …, up to the smallest number of trials of a task. */
  passHat: number[]
  secondsMedian: number | null
  secondsP95: number | null
  /** All costs / passed trials, over trials with a cost; `null` if none of them has a cost or is passed. */
  costPerSuccess: number | null
}

/**
 * By how much the pass rate of one candidate (`of`) exceeds another's (`than`) on common tasks. The names are those of the
 * public reply.
 */
type TrialDifference = {
  of: string
  than: string
  difference: number
  /** Paired bootstrap, 95 %; `null` with fewer than two common tasks, which can't vary. */
  interval: Range | null
}

/** The quantile of the standard normal distribution that leaves 2.5 % above. */
export const Z_95 = 1.959963984540054
const BOOTSTRAP_DRAWS = 10_000

/** Returns the summary of each candidate that has trials, in the order of their first ones. */
export function summarizeTrials(trials: readonly Trial[]): TrialSummary[] {
  return [...Map.groupBy(trials, (trial) => trial.candidate)].map(([key, ownTrials]) => {
    const tasks = [...Map.groupBy(ownTrials, (trial) => trial.task).values()]
    const passed = countPassed(ownTrials)
    const seconds = ownTrials.flatMap((trial) => trial.seconds ?? []).sort((a, b) => a - b)
    return {
      key,
      tasks: tasks.length,
      trials: ownTrials.length,
      passed,
      passRate: getPassRate(ownTrials),
      interval: calculateWilsonInterval(passed, ownTrials.length),
      passHat: calculatePassHat(tasks.map((task) => ({ trials: task.length, passed: countPassed(task) }))),
      secondsMedian: seconds.length === 0 ? null : calculateQuantile(seconds, 0.5),
      secondsP95: seconds.length === 0 ? null : calculateQuantile(seconds, 0.95),
      costPerSuccess: getCostPerSuccess(ownTrials),
    }
  })
}

/**
 * Returns Wilson's score interval of a proportion, 95 %, without continuity correction (Newcombe 1998, "Two-sided
 * confidence intervals for the single proportion", method 3). Throws a `RangeError` without
 * trials, or if more passed than there are.
 */
export function calculateWilsonInterval(passed: number, trials: number): Range {
  if (trials < 1 || passed < 0 || passed > trials) throw new RangeError(`${passed} of ${trials} trials passed`)
  const square = Z_95 ** 2
  const center = 2 * passed + square
  const reach = Z_95 * Math.sqrt(square + (4 * passed * (trials - passed)) / trials)
  const scale = 2 * (trials + square)
  return [passed === 0 ? 0 : (center - reach) / scale, passed === trials ? 1 : (center + reach) / scale]
}

/**
 * Returns pass^k for k from 1 to the smallest number of trials of a task: the probability that k trials of a task all
 * pass, C(passed, k) / C(trials, k), averaged over tasks (Yao et al. 2024, τ-bench, arXiv 2406.12045).
 */
export function calculatePassHat(tasks: readonly { trials: number; passed: number }[]): number[] {
  const maxTrials = Math.min(...tasks.map((task) => task.trials))
  const drawnTasks = tasks.map(({ trials, passed }) => ({ trials, passed, chance: 1 }))
  return Array.from({ length: maxTrials }, (_, drawn) => {
    for (const task of drawnTasks)
      task.chance = (task.chance * Math.max(0, task.passed - drawn)) / (task.trials - drawn)
    return getMean(drawnTasks.map(({ chance }) => chance))
  })
}

/**
 * Returns a quantile of sorted numbers by linear interpolation (Hyndman and Fan 1996, "Sample Quantiles in Statistical
 * Packages", definition 7). Throws a `RangeError` if there are none.
 */
export function calculateQuantile(sorted: ArrayLike<number>, probability: number): number {
  const position = (sorted.length - 1) * probability
  const low = itemAt(sorted, Math.floor(position))
  const high = itemAt(sorted, Math.ceil(position))
  return low + (high - low) * (position - Math.floor(position))
}

/**
 * Returns the difference of each pair of candidates over the tasks that both have tried: the mean difference of their
 * pass rates by task, with a percentile bootstrap over tasks (Efron and Tibshirani 1993, chapter 13). Pairs without a
 * common task are left out. The same seed yields the same intervals.
 */
export function compareTrials(trials: readonly Trial[], seed: number): TrialDifference[] {
  const candidates = [...Map.groupBy(trials, (trial) => trial.candidate)].map(([key, ownTrials]) => ({
    key,
    ratesByTask: calculateRatesByTask(ownTrials),
  }))
  return candidates.flatMap((candidate, index) =>
    candidates.slice(index + 1).flatMap((other) => {
      const differences = listDifferences(candidate.ratesByTask, other.ratesByTask)
      if (differences.length === 0) return []
      return {
        of: candidate.key,
        than: other.key,
        difference: getMean(differences),
        interval: differences.length < 2 ? null : bootstrapMean(differences, seed),
      }
    }),
  )
}

type RatesByTask = ReadonlyMap<string, number>

const calculateRatesByTask = (trials: readonly Trial[]): RatesByTask =>
  new Map([...Map.groupBy(trials, ({ task }) => task)].map(([task, taskTrials]) => [task, getPassRate(taskTrials)]))

/** Returns the differences of the pass rates by task, of the tasks that both have tried. */
const listDifferences = (ratesByTask: RatesByTask, otherRatesByTask: RatesByTask): number[] =>
  [...ratesByTask].flatMap(([task, rate]) => {
    const otherRate = otherRatesByTask.get(task)
    return otherRate === undefined ? [] : rate - otherRate
  })

/** Returns the 95 % interval of a mean by resampling. */
function bootstrapMean(numbers: readonly number[], seed: number): Range {
  const random = createRandom(seed)
  const sample = Float64Array.from(numbers)
  const means = new Float64Array(BOOTSTRAP_DRAWS)
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw++) {
    let sum = 0
    // A typed array without a check: with it, this loop of millions of draws takes twice as long.
    for (let index = 0; index < sample.length; index++) sum += sample[Math.floor(random() * sample.length)] ?? 0
    means[draw] = sum / sample.length
  }
  const sorted = means.sort()
  return [calculateQuantile(sorted, 0.025), calculateQuantile(sorted, 0.975)]
}

function getCostPerSuccess(trials: readonly Trial[]): number | null {
  const priced = trials.flatMap(({ cost, isPassed }) => (cost === undefined ? [] : { cost, isPassed }))
  const passed = countPassed(priced)
  return passed === 0 ? null : getSum(priced.map(({ cost }) => cost)) / passed
}

const countPassed = (trials: readonly { isPassed: boolean }[]) => trials.filter((trial) => trial.isPassed).length

const getPassRate = (trials: readonly Trial[]) => countPassed(trials) / trials.length

const getSum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const getMean = (numbers: readonly number[]) => getSum(numbers) / numbers.length
