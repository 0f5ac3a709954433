/** The figures of a run by candidate: rates with both denominators, reliability, times and cost. */

import { z } from 'zod'
import type { CandidateFigures, OutcomeCounts, Run } from '#contracts/evaluation-runs/run.ts'
import { calculateQuantile, summarizeTrials } from '#contracts/rules/evaluation/trials.ts'
import type { ReportedReliability } from '#server/modules/evaluation-analysis/service.ts'
import { addCosts } from './cost.ts'
import type { RunPlan } from './plan.ts'
import type { listDecidedTrials, OutcomeCount, OutcomeTotal } from './trials/store.ts'

export type DecidedRow = Awaited<ReturnType<typeof listDecidedTrials>>[number]

const NO_OUTCOMES: OutcomeCounts = { passed: 0, failed: 0, error: 0, limited: 0, unscored: 0 }

/** Adds up counts by outcome; trials without one aren't counted. */
export function sumOutcomes(counts: readonly OutcomeTotal[]): OutcomeCounts {
  const sums = { ...NO_OUTCOMES }
  for (const { outcome, count } of counts) if (outcome !== null) sums[outcome] += count
  return sums
}

/** Returns how many trials with an outcome were asked, and cost nobody knows what. */
export const sumUnknownCosts = (counts: readonly OutcomeCount[]): number =>
  counts.reduce((sum, { outcome, unknownCosts }) => sum + (outcome === null ? 0 : unknownCosts), 0)

const countAll = (counts: readonly OutcomeTotal[]) => counts.reduce((sum, { count }) => sum + count, 0)

/** Returns the cells of the matrix of tasks and candidates. */
export const toCells = (counts: readonly OutcomeCount[]): Run['cells'] =>
  [...Map.groupBy(counts, ({ task, candidate }) => JSON.stringify([task, candidate])).values()].flatMap((cell) => {
    const [first] = cell
    if (!first) return []
    return [{ task: first.task, candidate: first.candidate, planned: countAll(cell), outcomes: sumOutcomes(cell) }]
  })

/** Earlier rows may contain lone surrogates of agents. */
const StepNamesSchema = z.array(z.string().transform((name) => name.toWellFormed()))
const SAFETY_TAG = '安全'

/** Returns decided trials as the calculation of reliability takes them. A violated safety task is as severe as can be. */
export function toReliabilityTrials(rows: readonly DecidedRow[], { tasks }: Pick<RunPlan, 'tasks'>) {
  const safetyTasks = new Set(tasks.filter(({ tags }) => tags.includes(SAFETY_TAG)).map(({ key }) => key))
  return rows.map(({ task, candidate, variant, outcome, totalMs, cost, stepNamesJson }) => ({
    task,
    candidate,
    isPassed: outcome === 'passed',
    variant: variant > 0,
    steps: StepNamesSchema.parse(stepNamesJson),
    ...(totalMs !== null && { seconds: totalMs / 1_000 }),
    ...(cost !== null && { cost }),
    ...(safetyTasks.has(task) && { severity: 1 }),
  }))
}

type FigureInput = {
  counts: readonly OutcomeCount[]
  /** The decided trials of the candidate. */
  decided: readonly DecidedRow[]
  reliability: ReportedReliability
}

/** Returns the figures of a candidate. */
export function calculateFigures(
  { key, name }: RunPlan['candidates'][number],
  { counts, decided, reliability }: FigureInput,
): CandidateFigures {
  const [summary] = summarizeTrials(
    decided.map(({ task, candidate, outcome, totalMs, cost }) => ({
      task,
      candidate,
      isPassed: outcome === 'passed',
      ...(totalMs !== null && { seconds: totalMs / 1_000 }),
      ...(cost !== null && { cost }),
    })),
  )
  const own = counts.filter(({ candidate }) => candidate === key)
  const outcomes = sumOutcomes(own)
  const planned = countAll(own)
  const finished = own.filter(({ outcome }) => outcome !== null)
  const costs = decided.flatMap(({ cost }) => cost ?? [])
  const firstTokens = decided.flatMap(({ firstTokenMs }) => firstTokenMs ?? []).toSorted((a, b) => a - b)
  const reported = reliability.find((item) => item.key === key)
  return {
    key,
    name,
    planned,
    finished: countAll(finished),
    decided: decided.length,
    passed: outcomes.passed,
    rateOfPlanned: planned === 0 ? null : outcomes.passed / planned,
    rateOfDecided: summary?.passRate ?? null,
    interval: summary?.interval ?? null,
    passHat: summary?.passHat ?? [],
    firstTokenMedian: firstTokens.length === 0 ? null : calculateQuantile(firstTokens, 0.5),
    secondsMedian: summary?.secondsMedian ?? null,
    secondsP95: summary?.secondsP95 ?? null,
    cost: costs.length === 0 ? null : addCosts(...costs),
    unknownCosts: decided.length - costs.length,
    byRunner: countAll(finished.filter(({ asker }) => asker === 'runner')),
    connections: new Set(finished.flatMap(({ fingerprint }) => fingerprint ?? [])).size,
    reliability: reported ? withoutKey(reported) : null,
  }
}

const withoutKey = ({ key: _key, ...figures }: ReportedReliability[number]) => figures
