/** The databases of module tests: SQLite in memory, and a PostgreSQL server if one is reachable, otherwise PGlite. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import {
  type Database,
  openEmbeddedPostgres,
  openPostgresDatabase,
  openSqliteCopy,
  openSqliteDatabase,
  type Queryable,
} from '#server/platform/database/database.ts'
import { createPgliteDialect } from './pglite-dialect.ts'

export type TestDatabase = { name: string; open(): Promise<Database> }

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * A missing server is refused at once. One that is there is answered only after the modules of the first test have
 * loaded, which takes seconds; without it, tests would run on PGlite, which takes far longer to open.
 */
const CONNECTION_TIMEOUT_MS = 60_000

/** Returns the name prefix of this run's databases, which `drop-databases.ts` sets for all its processes. */
export const getDatabasePrefix = (): string => process.env.TEST_DATABASE_PREFIX ?? 'zhijian_test_'

/** Returns the URL of the server on which tests may create databases; `undefined` if none is reachable. */
async function findServer(): Promise<string | undefined> {
  const url = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  try {
    await client.connect()
    await client.end()
    return url
  } catch (error) {
    if (process.env.TEST_DATABASE_URL) throw error
    return undefined
  }
}

export async function withPostgresClient<Result>(
  url: string,
  task: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}

/** Creates a database on a PostgreSQL server. Returns its URL and a function that drops it. */
export async function createPostgresDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${getDatabasePrefix()}${randomUUID().replaceAll('-', '')}`
  await withPostgresClient(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  // Test data doesn't have to survive a crash of the server, so commits don't wait for the disk.
  url.searchParams.set('options', '-c synchronous_commit=off')
  return {
    url: url.href,
    async drop() {
      await withPostgresClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Every table with the rows inserted by migrations, as JSON; `null` if there are none. */
type FirstRows = ReadonlyMap<string, string | null>

async function readFirstRows(db: Queryable): Promise<FirstRows> {
  const firstRows = new Map<string, string | null>()
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(t)::text as rows from ${sql.table(name)} t`.execute(db)
    firstRows.set(name, rows[0]?.rows ?? null)
  }
  return firstRows
}

/** Lists those of the tables that contain rows, in one query: most tests fill only a few. */
async function listFilledTables(db: Queryable, tables: readonly string[]): Promise<string[]> {
  const queries = tables.map((name) => sql`select ${name}::text as name where exists (select from ${sql.table(name)})`)
  const { rows } = await sql<{ name: string }>`${sql.join(queries, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Resets every table to the rows inserted by migrations; without enforcing foreign keys. */
async function resetDatabase(db: Queryable, firstRows: FirstRows): Promise<void> {
  const filledTables = await listFilledTables(db, [...firstRows.keys()])
  const initialTables = [...firstRows].flatMap(([name, rows]) => (rows === null ? [] : [name]))
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const name of new Set([...filledTables, ...initialTables])) {
      await sql`delete from ${sql.table(name)}`.execute(trx)
      const rows = firstRows.get(name)
      if (rows)
        await sql`insert into ${sql.table(name)}
          select * from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(trx)
    }
    // Statistics of an earlier test's rows would mislead the planner.
    await sql`delete from pg_statistic where starelid in
      (select oid from pg_class where relnamespace = 'public'::regnamespace)`.execute(trx)
    await sql`update pg_class set reltuples = -1
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(trx)
  })
}

/** Databases of this process that tests have closed, in their state after the migrations. */
const unusedDatabases: { url: string; firstRows: FirstRows }[] = []

/**
 * Opens a PostgreSQL database that is migrated and otherwise empty; reuses one that an earlier test has closed, if any.
 * It is reset when closed, and dropped after the last test of the run (see `drop-databases.ts`).
 */
async function openOnServer(server: string): Promise<Database> {
  const reused = unusedDatabases.pop()
  const url = reused?.url ?? (await createPostgresDatabase(server)).url
  const database = await openPostgresDatabase(url)
  const firstRows = reused?.firstRows ?? (await readFirstRows(database.read))
  return {
    ...database,
    async close() {
      await resetDatabase(database.read, firstRows)
      await database.close()
      unusedDatabases.push({ url, firstRows })
    },
  }
}

export const postgresServer = await findServer()

let migratedFile: Promise<Uint8Array> | undefined

/** Returns the bytes of a migrated, otherwise empty database. */
async function createMigratedFile(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-migrated-'))
  const path = join(folder, 'migrated.sqlite')
  const database = await openSqliteDatabase(':memory:')
  await sql`vacuum into ${path}`.execute(database.read)
  await database.close()
  const content = await readFile(path)
  await rm(folder, { recursive: true })
  return content
}

/** Opens an empty database in memory. Migrating it takes longer than most tests, so this process does it only once. */
async function openInMemory(): Promise<Database> {
  migratedFile ??= createMigratedFile()
  return openSqliteCopy(await migratedFile)
}

export const SQLITE: TestDatabase = { name: 'SQLite', open: openInMemory }

export const TEST_DATABASES: readonly TestDatabase[] = [
  SQLITE,
  postgresServer
    ? { name: 'PostgreSQL', open: () => openOnServer(postgresServer ?? DEFAULT_SERVER) }
    : { name: 'PGlite', open: () => openEmbeddedPostgres(createPgliteDialect()) },
]
