/** Statistics of tests: how often, how reliably, how fast and at what cost a candidate succeeds. */
import { createRandom } from './seeded-random.ts'

export type Trial = {
  task: string
  candidate: string
  isPassed: boolean
  seconds?: number | undefined
  cost?: number | undefined
}
export type Range = [low: number, high: number]

export type TrialSummary = {
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

/** By how much the pass rate of one candidate exceeds another's on common tasks. */
export type TrialDifference = {
  of: string
  than: string
  difference: number
  /** Paired bootstrap, 95 %; `null` with fewer than two common tasks, which can't vary. */
  interval: Range | null
}

/** The quantile of the standard normal distribution that leaves 2.5 % above. */
const Z_95 = 1.959963984540054
const BOOTSTRAP_DRAWS = 10_000

/** Returns the summary of each candidate, in the order of their first trials. Takes at least one trial. */
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
      secondsMedian: calculateQuantile(seconds, 0.5),
      secondsP95: calculateQuantile(seconds, 0.95),
      costPerSuccess: getCostPerSuccess(ownTrials),
    }
  })
}

/**
 * Returns Wilson's score interval of a proportion, 95 %, without continuity correction (Newcombe 1998, "Two-sided
 * confidence intervals for the single proportion", method 3). Takes `passed` of 0 to `trials`, at least one trial.
 */
export function calculateWilsonInterval(passed: number, trials: number): Range {
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
  const chances = tasks.map(() => 1)
  return Array.from({ length: maxTrials }, (_, drawn) => {
    for (const [index, task] of tasks.entries())
      chances[index] = ((chances[index] ?? 0) * Math.max(0, task.passed - drawn)) / (task.trials - drawn)
    return chances.reduce((sum, chance) => sum + chance, 0) / tasks.length
  })
}

/**
 * Returns a quantile of sorted numbers by linear interpolation (Hyndman and Fan 1996, "Sample Quantiles in Statistical
 * Packages", definition 7); `null` if there are no numbers.
 */
export function calculateQuantile(sorted: readonly number[], probability: number): number | null {
  const position = (sorted.length - 1) * probability
  const low = sorted[Math.floor(position)]
  const high = sorted[Math.ceil(position)]
  return low === undefined || high === undefined ? null : low + (high - low) * (position - Math.floor(position))
}

/**
 * Returns the difference of each pair of candidates over the tasks that both have tried: the mean difference of their
 * pass rates by task, with a percentile bootstrap over tasks (Efron and Tibshirani 1993, chapter 13). Pairs without a
 * common task are left out. The same seed yields the same intervals.
 */
export function compareTrials(trials: readonly Trial[], seed: number): TrialDifference[] {
  const rates = new Map(
    [...Map.groupBy(trials, (trial) => trial.candidate)].map(([candidate, ownTrials]) => [
      candidate,
      new Map(
        [...Map.groupBy(ownTrials, (trial) => trial.task)].map(([task, taskTrials]) => [task, getPassRate(taskTrials)]),
      ),
    ]),
  )
  const candidates = [...rates]
  return candidates.flatMap(([key, ownRates], index) =>
    candidates.slice(index + 1).flatMap(([other, otherRates]) => {
      const differences = [...ownRates].flatMap(([task, rate]) => {
        const otherRate = otherRates.get(task)
        return otherRate === undefined ? [] : rate - otherRate
      })
      if (differences.length === 0) return []
      return {
        of: key,
        than: other,
        difference: differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
        interval: differences.length < 2 ? null : bootstrapMean(differences, seed),
      }
    }),
  )
}

function bootstrapMean(numbers: readonly number[], seed: number): Range {
  const random = createRandom(seed)
  const sample = Float64Array.from(numbers)
  const means = new Float64Array(BOOTSTRAP_DRAWS)
  for (let draw = 0; draw < BOOTSTRAP_DRAWS; draw++) {
    let sum = 0
    for (let index = 0; index < sample.length; index++) sum += sample[Math.floor(random() * sample.length)] ?? 0
    means[draw] = sum / sample.length
  }
  const sorted = Array.from(means.sort())
  return [calculateQuantile(sorted, 0.025) ?? 0, calculateQuantile(sorted, 0.975) ?? 0]
}

function getCostPerSuccess(trials: readonly Trial[]): number | null {
  const priced = trials.filter((trial) => trial.cost !== undefined)
  const passed = countPassed(priced)
  return passed === 0 ? null : priced.reduce((sum, trial) => sum + (trial.cost ?? 0), 0) / passed
}

const countPassed = (trials: readonly Trial[]) => trials.filter((trial) => trial.isPassed).length

const getPassRate = (trials: readonly Trial[]) => countPassed(trials) / trials.length
