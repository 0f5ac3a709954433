/** Runs and their trials as their owner sees them. */
import type { Run, RunSummary } from '#contracts/evaluation-runs/run.ts'
import { RUNS } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { sumOutcomes, toCells } from './figures.ts'
import { listJudgements } from './judge-model/judgement.ts'
import {
  countRepeats,
  isWaiting,
  type PlanReader,
  type RunConnections,
  readConnections,
  readLimits,
  readOfferedConnections,
} from './plan.ts'
import { readFigures } from './read-figures.ts'
import { toRunTrial } from './result.ts'
import type { RunRow } from './store.ts'
import { countByOutcome, listRunTrials, type TrialFilter } from './trials/store.ts'

type Dependencies = {
  database: Database
  readPlan: PlanReader
  analysis: EvaluationAnalysisService
  connections: Pick<EvaluationProjectService['connections'], 'listFingerprints'>
}

export type RunViews = ReturnType<typeof createRunViews>

/** Creates the functions that present runs. Their callers have authorized the reader. */
export function createRunViews({ database, readPlan, analysis, connections }: Dependencies) {
  /** Returns the new fingerprints of the candidates that a running or paused run has asked by other connections. */
  async function listChangedConnections(db: Queryable, run: RunRow): Promise<RunConnections> {
    if (run.status !== 'running' && run.status !== 'paused') return {}
    const current =
      run.asker === 'runner'
        ? new Map(Object.entries(readOfferedConnections(run)))
        : await connections.listFingerprints(db, run.projectId)
    return Object.fromEntries(
      Object.entries(readConnections(run)).flatMap(([candidate, fingerprint]) => {
        const now = current.get(candidate)
        return now === undefined || now === fingerprint ? [] : [[candidate, now]]
      }),
    )
  }

  return {
    listChangedConnections,

    async toSummary(run: RunRow): Promise<RunSummary> {
      return { ...pickSummary(run), outcomes: sumOutcomes(await countByOutcome(database.read, run.id)) }
    },

    /** Returns a run with its matrix and figures. */
    async toView(run: RunRow): Promise<Run> {
      const figures = { db: database.read, readPlan, analysis }
      const { plan, counts, unknownCosts, candidates } = await readFigures(run.id, { project: run.projectId }, figures)
      const changed = await listChangedConnections(database.read, run)
      return {
        ...pickSummary(run),
        ...plan.options,
        repeats: countRepeats(plan, run),
        outcomes: sumOutcomes(counts),
        limits: readLimits(run),
        tasks: plan.tasks.map(({ key, title }) => ({ key, title })),
        unknownCosts,
        candidates,
        cells: toCells(counts),
        changedConnections: Object.keys(changed),
      }
    },

    /** Returns a page of the trials of a run with an outcome. */
    async pageTrials(run: RunRow, { page, ...filter }: TrialFilter & { page: number }) {
      const { rows, count } = await listRunTrials(database.read, run.id, {
        ...filter,
        ...toRowRange(page, RUNS.perPage),
      })
      const judgements = await listJudgements(
        database.read,
        run,
        rows.map(({ position }) => position),
      )
      const items = rows.map((row) => toRunTrial(row, judgements.get(row.position) ?? null))
      return { items, pagination: toPagination(page, RUNS.perPage, count) }
    },
  }
}

const pickSummary = (run: RunRow) => ({
  id: run.id,
  title: run.title,
  status: run.status,
  statusReason: run.statusReason,
  asker: run.asker ?? ('platform' as const),
  isWaiting: isWaiting(run),
  planned: run.planned,
  calls: run.calls,
  cost: run.cost,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
})
