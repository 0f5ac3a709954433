import type { RunFailure } from '#contracts/evaluation-runs/run.ts'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readResult, type TrialResult } from './result.ts'
import { listFailedTrials } from './store.ts'

const ROWS_PER_READ = 200

/** Groups the failed checks and the errors of a run by candidate, kind and reason, the most frequent first. */
export async function groupFailures(db: Queryable, runId: string): Promise<RunFailure[]> {
  const groups = new Map<string, RunFailure>()
  for (let after = -1; ; ) {
    const rows = await listFailedTrials(db, runId, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) break
    for (const { candidate, outcome, resultJson } of rows)
      for (const { kind, reason } of listReasons(outcome, readResult(resultJson))) {
        const key = JSON.stringify([candidate, kind, reason])
        const group = groups.get(key) ?? { candidate, kind, reason, count: 0 }
        groups.set(key, { ...group, count: group.count + 1 })
      }
    after = last.position
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, RUNS.failures)
}

const listReasons = (outcome: TrialOutcome | null, { reason, checks }: TrialResult) =>
  outcome === 'error' ? [{ kind: 'error', reason }] : checks.filter(({ isPassed }) => isPassed === false)
