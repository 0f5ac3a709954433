/** Every database that module tests run on: SQLite in memory, and PostgreSQL: a real one where it answers, else PGlite. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import {
  type Database,
  openEmbeddedPostgres,
  openPostgresDatabase,
  openSqliteDatabase,
} from '#server/platform/database/database.ts'
import { pgliteDialect } from './pglite-dialect.ts'

export type TestDatabase = { name: string; open(): Promise<Database> }

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'

/** The server that tests may make databases on; `undefined` where none answers. */
async function answeringServer(): Promise<string | undefined> {
  const url = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_500 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch (error) {
    if (process.env.TEST_DATABASE_URL) throw error
    return undefined
  }
}

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database of its own on a PostgreSQL server, gone when it is closed. Gives its address and what drops it. */
export async function makePostgresDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `zhijian_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)).then(() => {}),
  }
}

async function openOnServer(server: string): Promise<Database> {
  const { url, drop } = await makePostgresDatabase(server)
  const database = await openPostgresDatabase(url)
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

export const postgresServer = await answeringServer()

export const TEST_DATABASES: readonly TestDatabase[] = [
  { name: 'SQLite', open: () => openSqliteDatabase(':memory:') },
  postgresServer
    ? { name: 'PostgreSQL', open: () => openOnServer(postgresServer ?? DEFAULT_SERVER) }
    : { name: 'PGlite', open: () => openEmbeddedPostgres(pgliteDialect()) },
]
