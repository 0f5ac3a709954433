import { z } from 'zod'
import { DEFAULT_STATEMENT } from '#contracts/evaluation-projects/default-statement.ts'
import {
  type Conflict,
  ConflictSchema,
  type Declaration,
  type Interest,
} from '#contracts/evaluation-projects/interest.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { JudgeRow } from '../judges/store.ts'
import type { DeclarationRow } from './store.ts'

type Declared = Pick<ProjectSetup, 'statement' | 'candidates'>

/** Returns the statement of a project; earlier ones have the platform's. */
const getStatement = ({ statement }: Declared): string => statement ?? DEFAULT_STATEMENT

/** Returns the hash of what is confirmed: the statement, and the candidates to which it refers. */
export const hashStatement = (setup: Declared): string =>
  sha256Hex(
    toCanonicalJson({
      statement: getStatement(setup),
      candidates: setup.candidates.map(({ key, name }) => ({ key, name })),
    }),
  )

export const readConflicts = (row: Pick<DeclarationRow, 'conflictsJson'> | undefined): Conflict[] =>
  row ? z.array(ConflictSchema).parse(row.conflictsJson) : []

/** Returns the statement of a project and what was declared, also by judges who were removed since. */
export function toInterest(
  { setup }: { setup: Declared },
  rows: readonly DeclarationRow[],
  judges: readonly JudgeRow[],
): Interest {
  const names = new Map(judges.map(({ id, name }) => [id, name]))
  const removed = new Set(judges.filter(({ status }) => status === 'removed').map(({ id }) => id))
  const statementHash = hashStatement(setup)
  return {
    statement: getStatement(setup),
    statementHash,
    declarations: rows.flatMap((row) => {
      const name = row.judgeId === null ? row.name : names.get(row.judgeId)
      if (name === undefined) return []
      const isRemoved = row.judgeId !== null && removed.has(row.judgeId)
      return [{ ...toDeclaration(row, name, statementHash), ...(isRemoved && { isRemoved: true as const }) }]
    }),
  }
}

/** Returns what a member declared as an owner of a project; `null` if they haven't. */
export function findOwnDeclaration(
  { setup }: { setup: Declared },
  rows: readonly DeclarationRow[],
  memberId: string | null,
): Declaration | null {
  const own = rows.find(({ userId }) => userId !== null && userId === memberId)
  return own ? toDeclaration(own, own.name, hashStatement(setup)) : null
}

const toDeclaration = (row: DeclarationRow, name: string, statementHash: string): Declaration => ({
  judge: row.judgeId,
  name,
  declaredAt: row.declaredAt,
  isCurrent: row.statementHash === statementHash,
  conflicts: readConflicts(row),
})
