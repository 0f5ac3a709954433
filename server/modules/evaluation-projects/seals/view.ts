import type { Seal } from '#contracts/evaluation-projects/seal.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { listSealedQuestions } from '#contracts/rules/evaluation/seal.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { SealRow } from './store.ts'

/** Returns the hash of the questions alone, by which a change is noticed. It is never published: it could be guessed. */
export const hashQuestions = (tasks: readonly Task[]): string => sha256Hex(toCanonicalJson(listSealedQuestions(tasks)))

/**
 * Returns the last seal that covers exactly the sealed tasks, and wasn't opened by a report. Tasks that are again as they
 * were sealed earlier need no other seal.
 */
export function findCurrentSeal(rows: readonly SealRow[], tasks: readonly Task[]): SealRow | undefined {
  const contentHash = hashQuestions(tasks)
  return rows.findLast((row) => row.openedAt === null && row.contentHash === contentHash)
}

/** Returns the seals of a project for everybody who may see it. `tasks` are all of the project's. */
export function toSeals(rows: readonly SealRow[], tasks: readonly Task[]): Seal[] {
  const current = findCurrentSeal(rows, tasks)
  return rows.map(({ id, hash, sealedAt, count, openedAt }) => ({
    hash,
    sealedAt,
    questions: count,
    openedAt,
    isCurrent: id === current?.id,
  }))
}
