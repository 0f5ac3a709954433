import type { Kysely, Migration } from 'kysely'
import { createFirstTables } from './001-first-tables.ts'
import type { DatabaseKind } from './columns.ts'

/** One step: the statements that bring a database of either kind one form further. There is no way back. */
export type Step = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** Every step in order; a step that has landed is never edited. */
export const STEPS: Readonly<Record<string, Step>> = {
  '001-first-tables': createFirstTables,
}

export const migrations = (
  kind: DatabaseKind,
  steps: Readonly<Record<string, Step>> = STEPS,
): Record<string, Migration> =>
  Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, { up: (db) => step(db, kind) }]))
