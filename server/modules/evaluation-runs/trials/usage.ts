/** The tokens that trials of a run took. */
import type { RunUsage } from '#contracts/evaluation-runs/run.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RunRow } from '../store.ts'
import { readTrials } from './export.ts'

/**
 * Returns the mean tokens of a trial by candidate, over the trials that say how many they took; candidates without one are
 * left out. A trial is one conversation, of all its turns.
 */
export async function averageUsage(database: Pick<Database, 'read'>, run: RunRow): Promise<RunUsage[]> {
  const sums = new Map<string, { trials: number; input: number; output: number }>()
  for await (const trials of readTrials(database, run))
    for (const { candidate, usage } of trials) {
      if (!usage) continue
      const { trials: count, input, output } = sums.get(candidate) ?? { trials: 0, input: 0, output: 0 }
      sums.set(candidate, { trials: count + 1, input: input + usage.input, output: output + usage.output })
    }
  return [...sums].map(([candidate, { trials, input, output }]) => ({
    candidate,
    trials,
    input: input / trials,
    output: output / trials,
  }))
}
