/** The replies of a run that a judge model may still judge. */
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunPlan } from '../plan.ts'
import { readResult } from '../result.ts'
import type { RunTrialRow } from '../store.ts'
import { listJudgeable, listPositions } from './store.ts'

/** A reply with why it is judged: a check asks for it, nothing else decides it, or people judged it. */
export type Judgeable = Pick<RunTrialRow, 'position' | 'task' | 'repeat' | 'variant'> & {
  reason: 'undecided' | 'withoutChecks' | 'byPeople'
}

const ROWS_PER_READ = 200

type Input = { runId: string; judgingId: string | undefined; plan: Pick<RunPlan, 'tasks'> }

/** Lists the replies of a run that a judging doesn't have yet. */
export async function listOpenReplies(db: Queryable, { runId, judgingId, plan }: Input): Promise<Judgeable[]> {
  const known = new Set(judgingId === undefined ? [] : await listPositions(db, judgingId))
  const replies: Judgeable[] = []
  for (let after = -1; ; ) {
    const rows = await listJudgeable(db, runId, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return replies
    for (const { position, task, repeat, variant, decidedBy, resultJson } of rows) {
      const reason = known.has(position) ? undefined : findReason({ task, decidedBy, resultJson }, plan)
      if (reason) replies.push({ position, task, repeat, variant, reason })
    }
    after = last.position
  }
}

function findReason(
  { task: key, decidedBy, resultJson }: Pick<RunTrialRow, 'task' | 'decidedBy' | 'resultJson'>,
  { tasks }: Pick<RunPlan, 'tasks'>,
): Judgeable['reason'] | undefined {
  if (decidedBy === 'people') return 'byPeople'
  const task = tasks.find((item) => item.key === key)
  if (task?.checks.length === 0) return 'withoutChecks'
  const undecided = readResult(resultJson).checks.filter(({ isPassed }) => isPassed === null)
  // With a check that takes a person, a verdict would decide nothing.
  return undecided.length > 0 && undecided.every(({ kind }) => kind === 'rubric') ? 'undecided' : undefined
}
