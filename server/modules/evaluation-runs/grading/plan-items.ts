/** Which replies of a run people read now, and which of those chosen earlier they no longer do. */
import { randomUUID } from 'node:crypto'
import type { GradingSettings } from '#contracts/evaluation-grading/grading.ts'
import { GRADING } from '#contracts/limits.ts'
import { chooseReadings, type GradableTrial, hasJudgeDispute } from '#contracts/rules/evaluation/choose-readings.ts'
import { type PlannedPair, planPairs } from '#contracts/rules/evaluation/plan-pairs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listJudgements } from '../judge-model/judgement.ts'
import { findJudging } from '../judge-model/store.ts'
import type { RunPlan } from '../plan.ts'
import { readResult } from '../result.ts'
import type { RunRow } from '../store.ts'
import { listGradableTrials, listTaskResults } from '../trials/store.ts'
import type { GradingItemRow, NewGradingItem } from './store.ts'

const ROWS_PER_READ = 200

export type Gradable = Omit<GradableTrial, 'isDisputed'> & { task: string; repeat: number; variant: number }

/** Lists the positions of the trials on which the judge model contradicts the checks by rules. It reads all their replies. */
export async function listDisputed(db: Queryable, run: RunRow, { tasks }: RunPlan): Promise<Set<number>> {
  const judged = tasks.filter(({ checks }) => checks.some(({ kind }) => kind === 'rubric')).map(({ key }) => key)
  const disputed = new Set<number>()
  if (judged.length === 0 || !(await findJudging(db, run.id))) return disputed
  for (let after = -1; ; ) {
    const rows = await listTaskResults(db, run.id, { tasks: judged, after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return disputed
    const judgements = await listJudgements(
      db,
      run,
      rows.map(({ position }) => position),
    )
    for (const { position, resultJson } of rows)
      if (hasJudgeDispute(readResult(resultJson).checks, judgements.get(position)?.isPassed ?? null))
        disputed.add(position)
    after = last.position
  }
}

/**
 * Lists the trials that people may judge. Those of sealed tasks only if the owner says so, and after the run's end. A trial
 * that people have decided counts as what it was before.
 */
export async function listGradable(
  db: Queryable,
  { run, plan, items }: { run: RunRow; plan: RunPlan; items: readonly GradingItemRow[] },
  { hasSealed }: Pick<GradingSettings, 'hasSealed'>,
): Promise<Gradable[]> {
  const canRead = hasSealed && run.finishedAt !== null
  const tasks = new Set(plan.tasks.filter(({ isSealed }) => !isSealed || canRead).map(({ key }) => key))
  const trials = (await listGradableTrials(db, run.id)).filter(({ task }) => tasks.has(task))
  const wasUnscored = new Set(items.filter(({ cause }) => cause === 'unscored').map(({ position }) => position))
  return trials.map(({ decidedBy, outcome, ...trial }) => ({
    ...trial,
    outcome: decidedBy === 'people' && wasUnscored.has(trial.position) ? 'unscored' : outcome,
  }))
}

type ItemPlanInput = {
  runId: string
  settings: GradingSettings
  items: readonly GradingItemRow[]
  /** The positions of the trials on which judge model and checks contradict each other. */
  disputed: ReadonlySet<number>
  /** The ids of the items that somebody has read. */
  readIds: ReadonlySet<string>
}
type ItemPlan = { added: NewGradingItem[]; removed: string[] }

const isPair = (item: GradingItemRow): item is GradingItemRow & PlannedPair => item.otherPosition !== null

/** Returns what to add and what to remove. Items in `readIds`, which somebody has read, always stay. */
export function planItems(
  trials: readonly Gradable[],
  { runId, settings, items, disputed, readIds }: ItemPlanInput,
): ItemPlan {
  const { share, hasDisputed, seed, pairs: count } = settings
  const toKey = (position: number, other: number | null = null) => `${position} ${other ?? ''}`
  const candidates = trials.map((trial) => ({ ...trial, isDisputed: disputed.has(trial.position) }))
  const chosen = chooseReadings(candidates, { share, hasDisputed, seed, max: GRADING.items })
  const taken = items.filter(isPair).filter(({ id }) => readIds.has(id))
  const pairs = planPairs(trials, { count, seed, taken })
  const wanted = new Map<string, Omit<NewGradingItem, 'id' | 'runId'>>([
    ...chosen.map((item) => [toKey(item.position), { ...item, otherPosition: null }] as const),
    ...pairs.map(
      ({ position, otherPosition }) =>
        [toKey(position, otherPosition), { position, otherPosition, cause: 'pair' }] as const,
    ),
  ])
  const known = new Map(items.map((item) => [toKey(item.position, item.otherPosition), item]))
  return {
    added: [...wanted]
      .filter(([key]) => !known.has(key))
      .map(([, item]) => ({ ...item, id: randomUUID(), runId, verdict: null, previousJson: null })),
    removed: [...known].filter(([key, { id }]) => !wanted.has(key) && !readIds.has(id)).map(([, { id }]) => id),
  }
}
