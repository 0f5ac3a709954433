/** Empty databases of both kinds, for tests of migrations. */
import type { Dialect } from 'kysely'
import type { DatabaseKind } from '#server/platform/database/migrations/columns.ts'
import { createPostgresDialect } from '#server/platform/database/postgres-driver.ts'
import { createPostgresPool } from '#server/platform/database/postgres-pool.ts'
import { createSqliteDialect } from '#server/platform/database/sqlite-driver.ts'
import { createPgliteDialect } from './pglite-dialect.ts'
import { createPostgresDatabase, postgresServer } from './test-databases.ts'

export type EmptyDatabase = { dialect: Dialect; drop(): Promise<void> }

async function openPostgres(): Promise<EmptyDatabase> {
  if (!postgresServer) return { dialect: createPgliteDialect(), drop: async () => {} }
  const { url, drop } = await createPostgresDatabase(postgresServer)
  return { dialect: createPostgresDialect(createPostgresPool(url)), drop }
}

async function openSqlite(): Promise<EmptyDatabase> {
  return { dialect: createSqliteDialect(':memory:'), drop: async () => {} }
}

export const EMPTY_DATABASES: readonly { kind: DatabaseKind; open(): Promise<EmptyDatabase> }[] = [
  { kind: 'sqlite', open: openSqlite },
  { kind: 'postgres', open: openPostgres },
]
