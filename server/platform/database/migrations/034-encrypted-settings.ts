import { type Kysely, sql } from 'kysely'

/**
 * Adds a column for encrypted settings. The server start, which has the secret, moves plaintext values there; drafts of
 * these settings are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('settings').addColumn('secrets_encrypted', 'text').execute()
  await sql`delete from drafts where subject = 'settings:alarms'`.execute(db)
}
