/** Which trials don't count: whoever ran them has declared a conflict of interest with the candidate. */
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { listBarred, listStandingOfPerson } from '#contracts/rules/evaluation/conflicts.ts'
import type { JudgeRow } from '../judges/store.ts'
import type { TrialRow } from '../trials/store.ts'
import { toTrial } from '../view.ts'
import type { DeclarationRow } from './store.ts'
import { readConflicts } from './view.ts'

type Declared = { declarations: readonly DeclarationRow[]; judges: readonly JudgeRow[] }

/** What is known of a person: their seat, account and address, each `null` if they have none. */
type Person = { seat: string | null; userId: string | null; email: string | null; name: string }

const isSame = (a: Person, b: Person): boolean =>
  (a.seat !== null && a.seat === b.seat) ||
  (a.userId !== null && a.userId === b.userId) ||
  (a.email !== null && a.email === b.email)

/** Returns trials for the API, with whether they count. */
export function toTrials(rows: readonly TrialRow[], declared: Declared): ProjectTrial[] {
  const findBarred = createBarredFinder(declared)
  const known = new Map<string, ReadonlySet<string>>()
  return rows.map((row) => {
    const { runnerId, runner, candidate } = row
    const key = JSON.stringify([runnerId, runner])
    const barred = known.get(key) ?? new Set(findBarred(row))
    known.set(key, barred)
    return toTrial(row, barred.has(candidate))
  })
}

/**
 * Creates the function that returns the candidates whose trials by somebody don't count. People are known by their seats
 * and accounts; by their name only where neither is stored, as for trials of a table.
 */
function createBarredFinder({ declarations, judges }: Declared) {
  const seats = new Map(judges.map((judge) => [judge.id, judge]))
  const toPerson = (id: string | null, name: string): Person => {
    const judge = id === null ? undefined : seats.get(id)
    if (!judge) return { seat: null, userId: id, email: null, name }
    return { seat: judge.id, userId: judge.userId, email: judge.email, name: judge.name }
  }
  const declared = declarations.map((row) => ({
    person: toPerson(row.judgeId ?? row.userId, row.name),
    conflicts: readConflicts(row),
  }))
  return ({ runnerId, runner }: Pick<TrialRow, 'runnerId' | 'runner'>): string[] => {
    if (runnerId === null)
      return declared.filter(({ person }) => person.name === runner).flatMap(({ conflicts }) => listBarred(conflicts))
    const person = toPerson(runnerId, runner)
    const own = declared.filter((other) => isSame(other.person, person)).map(({ conflicts }) => conflicts)
    return listStandingOfPerson(own).map(({ candidate }) => candidate)
  }
}
