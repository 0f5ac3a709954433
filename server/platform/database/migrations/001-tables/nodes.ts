import type { Kysely } from 'kysely'
import { getSchemaDialect } from '../../dialects/dialects.ts'
import { type DatabaseKind, longIntegerType, primaryKey, required } from '../columns.ts'

/** Creates the tables for coordination between nodes. */
export async function createNodeTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createClaims(db)
  await createChanges(db)
  await createAlarms(db)
  await createRateLimits(db, kind)
  await createIdempotencyKeys(db)
  await createBackupRuns(db, kind)
}

async function createClaims({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('claims')
    .addColumn('name', 'text', primaryKey)
    .addColumn('until', 'text', required)
    .execute()
}

async function createChanges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('changes')
    .addColumn('name', 'text', primaryKey)
    .addColumn('revision', 'integer', required)
    .execute()
}

async function createAlarms({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('alarms')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('node', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('raised_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addColumn('resolved_at', 'text')
    .addColumn('raised_notified_at', 'text')
    .addColumn('resolved_notified_at', 'text')
    .addColumn('sending_until', 'text')
    .execute()
  await schema.createIndex('alarms_resolved').on('alarms').columns(['resolved_at', 'raised_at']).execute()
}

/** The counts may be lost in a crash. */
async function createRateLimits(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('count', 'integer', required)
    .addColumn('until', 'text', required)
    .execute()
  await getSchemaDialect(kind).skipLog(db, 'rate_limits')
}

async function createIdempotencyKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', primaryKey)
    .addColumn('user_id', 'text')
    .addColumn('fingerprint', 'text', required)
    .addColumn('encrypted_result', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('idempotency_keys_oldest').on('idempotency_keys').column('created_at').execute()
  await schema.createIndex('idempotency_keys_users').on('idempotency_keys').column('user_id').execute()
}

async function createBackupRuns({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('backup_runs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('status', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('ended_at', 'text')
    .addColumn('size', longIntegerType(kind))
    .addColumn('heartbeat_at', 'text')
    .addColumn('missing_files', 'integer')
    .addColumn('failure', 'text')
    .execute()
  await schema.createIndex('backup_runs_newest').on('backup_runs').columns(['started_at', 'id']).execute()
}
