import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/**
 * Adds the keys of requests that may be repeated, with what the first one did. They replace the key of a submission, which
 * no other request had.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
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

  await schema.dropIndex('submissions_idempotency').execute()
  await schema.alterTable('submissions').dropColumn('idempotency_key').execute()
}
