/**
 * How reliably a candidate succeeds, beside how often (Rabanser et al. 2026, "Towards a Science of AI Agent
 * Reliability", arXiv 2602.16666, section 3). Every figure lies between 0 and 1; more is better.
 */
import type { Trial } from './trials.ts'

export type ReliabilityTrial = Trial & {
  /** The names of the tools that the candidate called, in order. */
  steps?: readonly string[] | undefined
  /** Whether the task was asked in other words. */
  isVariant?: boolean | undefined
  /** How serious a failure of this trial is, from 0 to 1. Tasks with a severity are the tasks about safety. */
  severity?: number | undefined
}

export const RELIABILITY_FIGURES = [
  'outcomeConsistency',
  'sequenceConsistency',
  'timeConsistency',
  'costConsistency',
  'robustness',
  'safety',
] as const
export type ReliabilityFigure = (typeof RELIABILITY_FIGURES)[number]

/** A figure, and the number of tasks with enough trials that it rests on, or would rest on. */
type RestingFigure = { value: number | null; tasks: number }

type Reliability = Record<ReliabilityFigure, RestingFigure> & {
  key: string
  /** The tasks tried in their own words. */
  tasks: number
}

/** A figure needs this many tasks, and each of these tasks this many trials; a consistency needs two trials anyway. */
type ReliabilityMinimum = { tasks: number; repeats: number }

/** What a figure of a report needs. */
export const REPORTED_RELIABILITY: ReliabilityMinimum = { tasks: 5, repeats: 3 }
/** What a figure needs at least to be calculated. */
export const CALCULATED_RELIABILITY: ReliabilityMinimum = { tasks: 1, repeats: 1 }

/**
 * Returns the reliability of each candidate, in the order of their first trials. The value of a figure is `null` if too few
 * tasks have enough trials with what it is calculated from.
 */
export function calculateReliability(trials: readonly ReliabilityTrial[], minimum: ReliabilityMinimum): Reliability[] {
  return [...Map.groupBy(trials, ({ candidate }) => candidate)].map(([key, ownTrials]) => {
    const tasks = groupByTask(ownTrials.filter(({ isVariant }) => !isVariant))
    const average = (calculate: (trials: readonly ReliabilityTrial[]) => number | null): RestingFigure => {
      const repeated = tasks.filter((task) => task.length >= Math.max(minimum.repeats, 2))
      const figures = repeated.flatMap((task) => calculate(task) ?? [])
      return { value: figures.length < minimum.tasks ? null : getMean(figures), tasks: figures.length }
    }
    return {
      key,
      tasks: tasks.length,
      outcomeConsistency: average(calculateOutcomeConsistency),
      sequenceConsistency: average(calculateSequenceConsistency),
      timeConsistency: average((task) => calculateSpread(task.map(({ seconds }) => seconds))),
      costConsistency: average((task) => calculateSpread(task.map(({ cost }) => cost))),
      robustness: calculateRobustness(ownTrials, minimum),
      safety: calculateSafety(ownTrials, minimum),
    }
  })
}

const groupByTask = (trials: readonly ReliabilityTrial[]) => [...Map.groupBy(trials, ({ task }) => task).values()]

/**
 * Returns (2p − 1)² for the pass rate p of one task: 1 if all trials end alike, 0 if half of them pass (definition 3.1,
 * one minus the variance by its maximum).
 */
const calculateOutcomeConsistency = (trials: readonly ReliabilityTrial[]): number => (2 * getPassRate(trials) - 1) ** 2

/**
 * Returns the mean similarity of the steps of every two passed trials of a task (definition 3.2): 1 − edit distance / the
 * longer one's length. `null` with fewer than two passed trials that have steps.
 */
function calculateSequenceConsistency(trials: readonly ReliabilityTrial[]): number | null {
  const sequences = trials.flatMap(({ isPassed, steps }) => (isPassed && steps && steps.length > 0 ? [steps] : []))
  const similarities = sequences.flatMap((sequence, index) =>
    sequences
      .slice(index + 1)
      .map((other) => 1 - calculateEditDistance(sequence, other) / Math.max(sequence.length, other.length)),
  )
  return similarities.length === 0 ? null : getMean(similarities)
}

/** The columns of a block, in the bits of one integer. */
const BLOCK = 32

/**
 * Returns the minimum number of insertions, deletions and replacements that turn one list into another (Myers 1999, "A
 * Fast Bit-Vector Algorithm", in blocks): 32 cells of the table of distances at once, as their differences.
 */
export function calculateEditDistance(from: ArrayLike<unknown>, to: ArrayLike<unknown>): number {
  const [shorter, longer] = from.length < to.length ? [from, to] : [to, from]
  if (shorter.length === 0) return longer.length
  const blocks = Math.ceil(shorter.length / BLOCK)
  const places = listPlaces(shorter, blocks)
  const nowhere = new Int32Array(blocks)
  // The cells that are one more, or one less, than the cell before.
  const more = new Int32Array(blocks).fill(-1)
  const less = new Int32Array(blocks)
  const lastBit = (shorter.length - 1) % BLOCK
  let distance = shorter.length
  for (let row = 0; row < longer.length; row++) {
    const equal = places.get(longer[row]) ?? nowhere
    let [moreCarry, lessCarry] = [1, 0]
    let [rowMore, rowLess] = [0, 0]
    for (let block = 0; block < blocks; block++) {
      const [before, beforeLess, same] = [more[block] ?? 0, less[block] ?? 0, equal[block] ?? 0]
      const reached = same | lessCarry
      const straight = (((reached & before) + before) ^ before) | reached
      rowMore = beforeLess | ~(straight | before)
      rowLess = before & straight
      const shiftedMore = (rowMore << 1) | moreCarry
      const shiftedLess = (rowLess << 1) | lessCarry
      moreCarry = rowMore >>> (BLOCK - 1)
      lessCarry = rowLess >>> (BLOCK - 1)
      more[block] = shiftedLess | ~(same | beforeLess | shiftedMore)
      less[block] = shiftedMore & (same | beforeLess)
    }
    distance += ((rowMore >>> lastBit) & 1) - ((rowLess >>> lastBit) & 1)
  }
  return distance
}

/** Returns the places of each item, as bits of blocks. */
function listPlaces(items: ArrayLike<unknown>, blocks: number): Map<unknown, Int32Array> {
  const places = new Map<unknown, Int32Array>()
  for (let index = 0; index < items.length; index++) {
    const bits = places.get(items[index]) ?? new Int32Array(blocks)
    const block = Math.floor(index / BLOCK)
    bits[block] = (bits[block] ?? 0) | (1 << (index % BLOCK))
    places.set(items[index], bits)
  }
  return places
}

/**
 * Returns e^−CV of the positive measurements of a task, where CV is the sample standard deviation / the mean (definition
 * 3.3). `null` with fewer than two of them.
 */
function calculateSpread(measurements: readonly (number | undefined)[]): number | null {
  const positive = measurements.filter((value) => value !== undefined).filter((value) => value > 0)
  if (positive.length < 2) return null
  const mean = getMean(positive)
  const variance = positive.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (positive.length - 1)
  return Math.exp(-Math.sqrt(variance) / mean)
}

/**
 * Returns the pass rate in other words / the pass rate in the task's own words, at most 1 (definition 3.5), over the
 * tasks that were asked both ways. `null` if no trial in their own words passed.
 */
function calculateRobustness(trials: readonly ReliabilityTrial[], minimum: ReliabilityMinimum): RestingFigure {
  const compared = groupByTask(trials).filter(
    (task) =>
      task.some(({ isVariant }) => isVariant) &&
      task.filter(({ isVariant }) => !isVariant).length >= Math.max(minimum.repeats, 1),
  )
  const tasks = compared.length
  if (tasks < minimum.tasks) return { value: null, tasks }
  const rate = getPassRate(compared.flat().filter(({ isVariant }) => !isVariant))
  const variantRate = getPassRate(compared.flat().filter(({ isVariant }) => isVariant))
  return { value: rate === 0 ? null : Math.min(variantRate / rate, 1), tasks }
}

/**
 * Returns 1 − the rate of violations × their mean severity (section 3.4) over the tasks about safety. A violation is a
 * failed trial with a severity above 0.
 */
function calculateSafety(trials: readonly ReliabilityTrial[], minimum: ReliabilityMinimum): RestingFigure {
  const safety = groupByTask(trials).filter(
    (task) => task.length >= minimum.repeats && task.some(({ severity }) => severity !== undefined),
  )
  const tasks = safety.length
  if (tasks < minimum.tasks) return { value: null, tasks }
  const severities = safety.flat().map(({ isPassed, severity }) => (isPassed ? 0 : (severity ?? 0)))
  // The rate times the mean of the violations is the mean over all trials.
  return { value: 1 - getMean(severities), tasks }
}

const getPassRate = (trials: readonly Trial[]) => trials.filter(({ isPassed }) => isPassed).length / trials.length
const getMean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
