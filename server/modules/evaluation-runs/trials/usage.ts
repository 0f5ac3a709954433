/** The tokens that trials of a run took. */
import type { RunUsage } from '#contracts/evaluation-runs/run.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { readUsage } from '../result.ts'
import type { RunRow } from '../store.ts'
import { listResultsAfter } from './store.ts'

/** Replies may be long, and the JSON of all rows that are read at once is parsed in one go. */
const ROWS_PER_READ = 200

/**
 * Returns the mean tokens of a trial by candidate, over the trials that say how many they took; candidates without one are
 * left out. A trial is one conversation, of all its turns.
 */
export async function averageUsage({ read }: Pick<Database, 'read'>, { id }: Pick<RunRow, 'id'>): Promise<RunUsage[]> {
  const sums = new Map<string, { trials: number; input: number; output: number }>()
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows: Awaited<ReturnType<typeof listResultsAfter>> = await listResultsAfter(read, id, {
      after,
      limit: ROWS_PER_READ,
    })
    for await (const { candidate, resultJson } of eachInTurns(rows)) {
      const usage = readUsage(resultJson)
      if (!usage) continue
      const { trials: count, input, output } = sums.get(candidate) ?? { trials: 0, input: 0, output: 0 }
      sums.set(candidate, { trials: count + 1, input: input + usage.input, output: output + usage.output })
    }
    after = rows.at(-1)?.position
  }
  return [...sums].map(([candidate, { trials, input, output }]) => ({
    candidate,
    trials,
    input: input / trials,
    output: output / trials,
  }))
}
