import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds the fingerprint of the `APP_SECRET` by which this database's secrets are encrypted: one row, once it has started. */
export async function addSecretFingerprints({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('secret_fingerprints')
    .addColumn('id', 'text', primaryKey)
    .addColumn('fingerprint', 'text', required)
    .addColumn('recorded_at', 'text', required)
    .execute()
}
