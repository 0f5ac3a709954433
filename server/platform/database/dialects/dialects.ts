/** What SQLite and PostgreSQL do in different words. Each file of one database has a twin with the same exports. */
import type { Kysely } from 'kysely'
import { type DatabaseKind, getDatabaseKind } from '../database-kind.ts'
import * as postgres from './postgres.ts'
import * as postgresSchema from './postgres-schema.ts'
import * as postgresTransfer from './postgres-transfer.ts'
import * as sqlite from './sqlite.ts'
import * as sqliteSchema from './sqlite-schema.ts'
import * as sqliteTransfer from './sqlite-transfer.ts'

const DIALECTS: Readonly<Record<DatabaseKind, typeof sqlite>> = { sqlite, postgres }

/** Returns the expressions and statements of the database behind a connection or transaction. */
export const getDialect = <DB>(db: Kysely<DB>): typeof sqlite => DIALECTS[getDatabaseKind(db)]

const SCHEMA_DIALECTS: Readonly<Record<DatabaseKind, typeof sqliteSchema>> = {
  sqlite: sqliteSchema,
  postgres: postgresSchema,
}

/** Returns what migrations need of a kind of database. */
export const getSchemaDialect = (kind: DatabaseKind): typeof sqliteSchema => SCHEMA_DIALECTS[kind]

const TRANSFER_DIALECTS: Readonly<Record<DatabaseKind, typeof sqliteTransfer>> = {
  sqlite: sqliteTransfer,
  postgres: postgresTransfer,
}

/** Returns what reading and building whole databases needs of the database behind a connection. */
export const getTransferDialect = <DB>(db: Kysely<DB>): typeof sqliteTransfer => TRANSFER_DIALECTS[getDatabaseKind(db)]
