/** Creates rows under the schema of every release and upgrades them to the newest schema, on both databases. */
import { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { EMPTY_DATABASES, type EmptyDatabase } from '#testing/databases/empty-databases.ts'
import { insertGeneratedRows, readSchema, type Schema } from '#testing/databases/generated-rows.ts'
import { PLUGINS } from './database.ts'
import type { AnyTables } from './database-location.ts'
import { migrate } from './migrate.ts'
import type { DatabaseKind } from './migrations/columns.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { selectMigrations } from './transfer/migrated-schema.ts'
import { computeTableChecksum } from './transfer/snapshot.ts'
import type { TableChecksum } from './transfer/table-rows.ts'

const NAMES = Object.keys(MIGRATIONS)
const ROWS_PER_RELEASE = 3
/** Every migration runs on both databases, and PostgreSQL waits for the disk. */
const TIMEOUT_MS = 60_000
const TEXTS = ['智能体 👩‍💻', "o'clock; --", '%_\\', '<b>&amp;']
const text = (table: string, column: string, row: number) =>
  TEXTS[(table.length + column.length + row) % TEXTS.length] ?? ''

type OpenedDatabase = { kind: DatabaseKind; db: Kysely<AnyTables>; drop: EmptyDatabase['drop'] }

async function openBoth(): Promise<OpenedDatabase[]> {
  const opened: OpenedDatabase[] = []
  for (const { kind, open } of EMPTY_DATABASES) {
    const { dialect, drop } = await open()
    opened.push({ kind, drop, db: new Kysely<AnyTables>({ dialect, plugins: PLUGINS }) })
  }
  return opened
}

/** Computes the checksum of every table, in a transaction, since PostgreSQL's cursors need one. */
const computeChecksums = ({ db }: OpenedDatabase, { tables }: Schema): Promise<TableChecksum[]> =>
  db.transaction().execute(async (trx) => {
    const checksums: TableChecksum[] = []
    for (const table of tables) checksums.push(await computeTableChecksum(trx.withoutPlugins(), table))
    return checksums
  })

/** The tables whose rows a migration doesn't keep one by one, which its own test covers. */
const REPLACED_TABLES: Readonly<Record<string, readonly string[]>> = {
  '002-imports-in-one-transaction': ['product_imports', 'product_import_changes'],
}

it('keeps the rows of every release, with equal tables on both databases', { timeout: TIMEOUT_MS }, async () => {
  const databases = await openBoth()
  const sqlite = databases.find(({ kind }) => kind === 'sqlite')
  if (!sqlite) throw new Error('SQLite was not opened.')
  const expectedRows = new Map<string, number>()
  for (const index of NAMES.keys()) {
    for (const { db } of databases) await migrate(db, selectMigrations(NAMES.slice(0, index + 1)))
    for (const table of REPLACED_TABLES[NAMES[index] ?? ''] ?? []) expectedRows.delete(table)
    const schema = await readSchema(sqlite.db)
    // A migration that numbers rows starts at 1, so rows of later releases start far above.
    const first = index * ROWS_PER_RELEASE + (index > 0 ? 1_000 : 0)
    const generation = { first, count: ROWS_PER_RELEASE, text }
    for (const { db } of databases) await insertGeneratedRows(db, schema, generation)
    for (const { name: table } of schema.tables)
      expectedRows.set(table, (expectedRows.get(table) ?? 0) + ROWS_PER_RELEASE)
  }
  const schema = await readSchema(sqlite.db)
  const [first = [], second] = await Promise.all(databases.map((opened) => computeChecksums(opened, schema)))
  expect(second).toEqual(first)
  for (const { name, rows } of first) expect(rows, name).toBeGreaterThanOrEqual(expectedRows.get(name) ?? 0)
  for (const { db, drop } of databases) {
    await db.destroy()
    await drop()
  }
})
