import type { Queryable } from '#server/platform/database/database.ts'
import { readResult } from './result.ts'
import { findLastResult } from './trials/store.ts'

/** Returns where a candidate's last reply in a run came from, and which model it named; blank and `null` if unknown. */
export async function identifyModel(
  db: Queryable,
  runId: string,
  candidate: string,
): Promise<{ host: string; model: string | null }> {
  const last = await findLastResult(db, runId, candidate)
  if (!last?.resultJson) return { host: '', model: null }
  const { host, model } = readResult(last.resultJson)
  return { host, model }
}
