/** From which candidates declared conflicts of interest bar a judge. */
import type { Conflict, Declaration, Interest } from '../../evaluation-projects/interest.ts'

/** Returns whether a conflict stands: nobody has confirmed its withdrawal. */
export const isStanding = ({ withdrawals }: Pick<Conflict, 'withdrawals'>): boolean =>
  !withdrawals.some(({ decision }) => decision?.isConfirmed)

/** Returns whether a judge has asked to withdraw a conflict, and no owner has decided. */
export const isWithdrawalPending = ({ withdrawals }: Pick<Conflict, 'withdrawals'>): boolean =>
  withdrawals.at(-1)?.decision === null

/** Returns the conflict that bars somebody from a candidate; `undefined` if none does. */
export const findConflict = (conflicts: readonly Conflict[], candidate: string): Conflict | undefined =>
  conflicts.find((conflict) => conflict.candidate === candidate && isStanding(conflict))

/** Returns the keys of the candidates from which conflicts bar somebody. */
export const listBarred = (conflicts: readonly Conflict[]): string[] =>
  conflicts.filter(isStanding).map(({ candidate }) => candidate)

/**
 * Returns the conflicts that still stand of somebody with several seats: one a candidate, the latest. A confirmed
 * withdrawal counts for every seat to which the same conflict was taken over.
 */
export function listStandingOfPerson(conflictsOfSeats: readonly (readonly Conflict[])[]): Conflict[] {
  const conflicts = conflictsOfSeats.flat().toSorted((a, b) => (a.declaredAt < b.declaredAt ? -1 : 1))
  const toId = ({ candidate, declaredAt, reason }: Conflict) => JSON.stringify([candidate, declaredAt, reason])
  const withdrawn = new Set(conflicts.filter((conflict) => !isStanding(conflict)).map(toId))
  const standing = conflicts.filter((conflict) => !withdrawn.has(toId(conflict)))
  return [...new Map(standing.map((conflict) => [conflict.candidate, conflict])).values()]
}

/** Returns what is said after the name of somebody who declared: an owner who doesn't judge, or a judge who was removed. */
export const describeDeclarant = ({ judge, isRemoved }: Pick<Declaration, 'judge' | 'isRemoved'>): string =>
  judge === null ? '（负责人）' : isRemoved ? '（已移除）' : ''

/** What has been declared in a project; `undefined` in reports from before declarations. */
export type DeclaredInterest = Pick<Interest, 'declarations'> | undefined

/** Creates the function that returns whether a judge is barred from a candidate. */
export function createBarredLookup(interest: DeclaredInterest): (judge: string, candidate: string) => boolean {
  const barred = new Map(
    (interest?.declarations ?? []).flatMap(({ judge, conflicts }) =>
      judge === null ? [] : [[judge, new Set(listBarred(conflicts))] as const],
    ),
  )
  return (judge, candidate) => barred.get(judge)?.has(candidate) ?? false
}

/** Returns the candidates from which all of some judges are barred, if there are judges. */
export function listWithoutJudges<Candidate extends { key: string }>(
  candidates: readonly Candidate[],
  judges: readonly { id: string }[],
  interest: DeclaredInterest,
): Candidate[] {
  const isBarred = createBarredLookup(interest)
  return judges.length === 0 ? [] : candidates.filter(({ key }) => judges.every(({ id }) => isBarred(id, key)))
}
