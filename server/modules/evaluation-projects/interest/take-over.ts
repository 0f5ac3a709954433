/** Conflicts of interest follow the person: from the seats that they had in a project to the one that they get. */
import { randomUUID } from 'node:crypto'
import { findConflict, listStandingOfPerson } from '#contracts/rules/evaluation/conflicts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type JudgeRow, listJudges } from '../judges/store.ts'
import { insertDeclaration, listDeclarations, updateDeclaration } from './store.ts'
import { readConflicts } from './view.ts'

type Seat = Pick<JudgeRow, 'id' | 'projectId' | 'userId' | 'email'>

/** Returns whether two seats are one person's. */
export const isSamePerson = (a: Seat, b: Seat): boolean =>
  (a.userId !== null && a.userId === b.userId) || (a.email !== null && a.email === b.email)

/**
 * Adds the conflicts that stand of a person's other seats in the project to those of a seat. They bar the judge from now on,
 * who declares nothing by it: the statement remains to be confirmed.
 */
export async function takeOverConflicts(db: Queryable, seat: Seat): Promise<void> {
  const judges = await listJudges(db, [seat.projectId])
  const seatIds = new Set(judges.filter((judge) => isSamePerson(judge, seat)).map(({ id }) => id))
  const rows = (await listDeclarations(db, seat.projectId)).filter(
    ({ judgeId }) => judgeId !== null && seatIds.has(judgeId),
  )
  const own = rows.find(({ judgeId }) => judgeId === seat.id)
  const ownConflicts = readConflicts(own)
  const added = listStandingOfPerson(rows.map(readConflicts)).filter(
    ({ candidate }) => findConflict(ownConflicts, candidate) === undefined,
  )
  const declaredAt = added
    .map((conflict) => conflict.declaredAt)
    .sort()
    .at(-1)
  if (declaredAt === undefined) return
  const conflictsJson = JSON.stringify([...ownConflicts, ...added])
  if (own) await updateDeclaration(db, own.id, { conflictsJson })
  else
    await insertDeclaration(db, {
      id: randomUUID(),
      projectId: seat.projectId,
      judgeId: seat.id,
      userId: null,
      name: '',
      // That of no statement: this judge has confirmed none.
      statementHash: '',
      conflictsJson,
      declaredAt,
    })
}
