import type { CandidateFigures } from '#contracts/evaluation-runs/run.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { calculateFigures, type DecidedRow, sumUnknownCosts, toReliabilityTrials } from './figures.ts'
import type { PlanReader, RunPlan } from './plan.ts'
import { countOutcomes, listDecidedTrials, type OutcomeCount } from './trials/store.ts'

type Dependencies = {
  db: Queryable
  readPlan: PlanReader
  analysis: Pick<EvaluationAnalysisService, 'reportReliability'>
}

type RunFigures = { plan: RunPlan; counts: OutcomeCount[]; unknownCosts: number; candidates: CandidateFigures[] }

const ROWS_PER_READ = 2_000

/** Reads the decided trials of a run in parts, between which other requests have their turn. */
async function readDecided(db: Queryable, runId: string): Promise<DecidedRow[]> {
  const decided: DecidedRow[] = []
  for (let after = -1; ; ) {
    const rows = await listDecidedTrials(db, runId, { after, limit: ROWS_PER_READ })
    decided.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return decided
    after = last.position
  }
}

/** Returns the plan of a run, the counts of its outcomes and unknown costs, and the figures of its candidates in the order of the plan. */
export async function readFigures(
  runId: string,
  requester: Requester,
  { db, readPlan, analysis }: Dependencies,
): Promise<RunFigures> {
  const [plan, counts, decided] = await Promise.all([readPlan(runId), countOutcomes(db, runId), readDecided(db, runId)])
  const trials = toReliabilityTrials(decided, plan)
  const reliability = trials.length === 0 ? [] : await analysis.reportReliability({ trials }, requester)
  const decidedByCandidate = Map.groupBy(decided, ({ candidate }) => candidate)
  const candidates: CandidateFigures[] = []
  for await (const candidate of eachInTurns(plan.candidates)) {
    const own = decidedByCandidate.get(candidate.key) ?? []
    candidates.push(calculateFigures(candidate, { counts, decided: own, reliability }))
  }
  return { plan, counts, unknownCosts: sumUnknownCosts(counts), candidates }
}
