import type { RunFailure, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { RUNS } from '#contracts/limits.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readResult } from './result.ts'
import { listFailedTrials } from './trials/store.ts'

const ROWS_PER_READ = 200

type FailedTrial = Pick<RunTrial, 'candidate' | 'reason' | 'checks'> & { outcome: RunTrial['outcome'] | null }

/** Creates a tally of failed checks and errors by candidate, kind and reason. */
export function createFailureTally() {
  const groups = new Map<string, RunFailure>()
  return {
    /** Counts a failed or erroneous trial. */
    add({ candidate, ...trial }: FailedTrial): void {
      for (const { kind, reason } of listReasons(trial)) {
        const key = JSON.stringify([candidate, kind, reason])
        const group = groups.get(key)
        if (group) group.count += 1
        else groups.set(key, { candidate, kind, reason, count: 1 })
      }
    },

    /** Lists the most frequent reasons. */
    listReasons: (): RunFailure[] => [...groups.values()].toSorted(byCount).slice(0, RUNS.failures),

    /** Lists the counts of all reasons by candidate and kind, the highest first. */
    listKinds: (): Omit<RunFailure, 'reason'>[] =>
      [...Map.groupBy(groups.values(), ({ candidate, kind }) => JSON.stringify([candidate, kind])).values()]
        .flatMap((group) => {
          const [first] = group
          if (!first) return []
          const count = group.reduce((sum, failure) => sum + failure.count, 0)
          return [{ candidate: first.candidate, kind: first.kind, count }]
        })
        .toSorted(byCount),
  }
}

const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count

const listReasons = ({ outcome, reason, checks }: Omit<FailedTrial, 'candidate'>) =>
  outcome === 'error' ? [{ kind: 'error', reason }] : checks.filter(({ isPassed }) => isPassed === false)

/**
 * Groups the failed checks and the errors of a run, or of some of its tasks, by candidate, kind and reason, the most frequent
 * first.
 */
export async function groupFailures(
  db: Queryable,
  runId: string,
  isCounted: (task: string) => boolean = () => true,
): Promise<RunFailure[]> {
  const tally = createFailureTally()
  for (let after = -1; ; ) {
    const rows = await listFailedTrials(db, runId, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return tally.listReasons()
    for (const { task, candidate, outcome, resultJson } of rows) {
      if (!isCounted(task)) continue
      const { reason, checks } = readResult(resultJson)
      tally.add({ candidate, outcome, reason, checks })
    }
    after = last.position
  }
}
