import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** The id of the table's only row. */
const ID = 'default'

export const findFingerprint = async (db: Queryable): Promise<string | undefined> =>
  (await db.selectFrom('secretFingerprints').select('fingerprint').where('id', '=', ID).executeTakeFirst())?.fingerprint

export const saveFingerprint = (db: Queryable, fingerprint: string, recordedAt: string) =>
  db
    .insertInto('secretFingerprints')
    .values({ id: ID, fingerprint, recordedAt })
    .onConflict((row) => row.column('id').doUpdateSet({ fingerprint, recordedAt }))
    .execute()

export type EncryptedCounts = {
  twoFactors: number
  mailPasswords: number
  settings: number
  mails: number
  reportKeys: number
  agentKeys: number
  inquiryKeys: number
  webhooks: number
  signInProviders: number
}

/** Counts the encrypted values. */
export async function countEncrypted(db: Queryable): Promise<EncryptedCounts> {
  const { rows } = await sql<EncryptedCounts>`select
    (select count(*) from two_factors) as two_factors,
    (select count(*) from mail_configs where password_encrypted is not null) as mail_passwords,
    (select count(*) from settings where secrets_encrypted is not null) as settings,
    (select count(*) from outbox where body_encrypted is not null) as mails,
    (select count(*) from report_keys) as report_keys,
    (select count(*) from agent_connections where keys_encrypted is not null) as agent_keys,
    (select count(*) from inquiries where key_encrypted is not null) as inquiry_keys,
    (select count(*) from webhooks) as webhooks,
    (select count(*) from sign_in_providers) as sign_in_providers`.execute(db)
  return (
    rows[0] ?? {
      twoFactors: 0,
      mailPasswords: 0,
      settings: 0,
      mails: 0,
      reportKeys: 0,
      agentKeys: 0,
      inquiryKeys: 0,
      webhooks: 0,
      signInProviders: 0,
    }
  )
}
