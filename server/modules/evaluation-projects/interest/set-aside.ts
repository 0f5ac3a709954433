import { listStandingOfPerson } from '#contracts/rules/evaluation/conflicts.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type JudgeRow, listJudges } from '../judges/store.ts'
import type { RunEvidence } from '../reports/run-evidence.ts'
import { listDeclarations } from './store.ts'
import { isSamePerson } from './take-over.ts'
import { readConflicts } from './view.ts'

type Dependencies = { clock: Clock; runEvidence: Pick<RunEvidence, 'setAsideReadings'> }

/**
 * Has what a judge has read before count or not, after their conflicts of interest have changed; also what they read on
 * other seats. The caller holds the project's lock.
 */
export async function applyConflicts(
  transaction: Transaction,
  judge: Pick<JudgeRow, 'id' | 'projectId' | 'userId' | 'email'>,
  { clock, runEvidence }: Dependencies,
): Promise<void> {
  const { projectId } = judge
  const judges = await listJudges(transaction.db, [projectId])
  const seats = judges.filter((other) => other.id === judge.id || isSamePerson(other, judge)).map(({ id }) => id)
  const conflicts = (await listDeclarations(transaction.db, projectId))
    .filter(({ judgeId }) => judgeId !== null && seats.includes(judgeId))
    .map(readConflicts)
  const candidates = listStandingOfPerson(conflicts).map(({ candidate }) => candidate)
  await runEvidence.setAsideReadings(transaction, { projectId, seats, candidates, at: timestamp(clock) })
}
