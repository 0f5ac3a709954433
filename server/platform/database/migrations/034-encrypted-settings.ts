import { type Kysely, sql } from 'kysely'

/**
 * Makes room for settings that are encrypted. The start, which has the secret, moves there what stands in clear; drafts
 * of it are removed.
 */
export async function encryptSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('settings').addColumn('secrets_encrypted', 'text').execute()
  await sql`delete from drafts where subject = 'settings:alarms'`.execute(db)
}
