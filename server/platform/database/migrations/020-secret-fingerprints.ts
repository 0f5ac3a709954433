import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/**
 * Adds the fingerprint of the `APP_SECRET` that encrypts this database's secrets: one row, written at the first start.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('secret_fingerprints')
    .addColumn('id', 'text', primaryKey)
    .addColumn('fingerprint', 'text', required)
    .addColumn('recorded_at', 'text', required)
    .execute()
}
