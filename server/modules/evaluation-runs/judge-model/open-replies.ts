/** The replies of a run that a judge model may still judge. */
import type { CheckKind } from '#contracts/evaluation-checks/check.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunPlan } from '../plan.ts'
import type { RunTrialRow } from '../trials/store.ts'
import { listJudgeable, listPositions } from './store.ts'

/** A reply with why it is judged: a check asks for it, nothing else decides it, or people judged it. */
export type Judgeable = Pick<RunTrialRow, 'position' | 'task' | 'repeat' | 'variant'> & {
  reason: 'undecided' | 'withoutChecks' | 'byPeople'
}

const ROWS_PER_READ = 2_000

type Input = { runId: string; judgingId: string | undefined; plan: Pick<RunPlan, 'tasks'> }

/** Lists the replies of a run that a judging doesn't have yet. */
export async function listOpenReplies(db: Queryable, { runId, judgingId, plan }: Input): Promise<Judgeable[]> {
  const known = new Set(judgingId === undefined ? [] : await listPositions(db, judgingId))
  const kinds = new Map(plan.tasks.map(({ key, checks }) => [key, new Set(checks.map(({ kind }) => kind))]))
  const replies: Judgeable[] = []
  for (let after = -1; ; ) {
    const rows = await listJudgeable(db, runId, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return replies
    for (const { position, task, repeat, variant, decidedBy } of rows) {
      const reason = known.has(position) ? undefined : findReason({ task, decidedBy }, kinds)
      if (reason) replies.push({ position, task, repeat, variant, reason })
    }
    after = last.position
  }
}

/** With a check that takes a person, a verdict would decide nothing. */
function findReason(
  { task, decidedBy }: Pick<RunTrialRow, 'task' | 'decidedBy'>,
  kinds: ReadonlyMap<string, ReadonlySet<CheckKind>>,
): Judgeable['reason'] | undefined {
  if (decidedBy === 'people') return 'byPeople'
  const checks = kinds.get(task)
  if (checks?.size === 0) return 'withoutChecks'
  return checks?.has('rubric') && !checks.has('human') ? 'undecided' : undefined
}
