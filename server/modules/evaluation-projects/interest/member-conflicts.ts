/** What members who run a project may not enter: anything about candidates with which they have a conflict of interest. */
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { findConflict } from '#contracts/rules/evaluation/conflicts.ts'
import { forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listSeatIds } from '../judges/store.ts'
import type { OwnerId } from '../projects.ts'
import type { Project } from '../view.ts'
import { listDeclarations } from './store.ts'
import { readConflicts } from './view.ts'

/**
 * Throws `forbidden` if a member has declared a conflict of interest with one of some candidates, as an owner or on a seat,
 * even one that they were removed from.
 */
export async function assertMemberUnbiased(
  db: Queryable,
  { id, setup }: Pick<Project, 'id' | 'setup'>,
  memberId: OwnerId,
  candidates: readonly string[],
): Promise<void> {
  if (memberId === null || candidates.length === 0) return
  const seats = await listSeatIds(db, id, memberId)
  const declarations = await listDeclarations(db, id)
  const conflicts = declarations
    .filter(({ userId, judgeId }) => userId === memberId || (judgeId !== null && seats.includes(judgeId)))
    .flatMap(readConflicts)
  for (const candidate of candidates) {
    const name = setup.candidates.find(({ key }) => key === candidate)?.name ?? candidate
    authorize(findConflict(conflicts, candidate) === undefined, forbidden(MESSAGES.barred(name)))
  }
}

/** Returns the candidates of the setup about which two lists say different things. */
export function listChangedCandidates<Entry extends { candidate: string }>(
  { candidates }: Pick<Project['setup'], 'candidates'>,
  before: readonly Entry[],
  after: readonly Entry[],
): string[] {
  const describe = (entries: readonly Entry[], key: string) =>
    entries
      .filter(({ candidate }) => candidate === key)
      .map((entry) => toCanonicalJson(entry))
      .toSorted()
      .join('\n')
  return candidates.map(({ key }) => key).filter((key) => describe(before, key) !== describe(after, key))
}
