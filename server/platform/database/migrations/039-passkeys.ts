import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, longIntegerType, ownedByUser, primaryKey, required } from './columns.ts'

/**
 * Creates passkeys and the challenges that devices sign, and records how each session was signed in: all of those so far
 * by password.
 */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', required)
    .addColumn('counter', longIntegerType(kind), required)
    .addColumn('name', 'text', required)
    .addColumn('is_synced', booleanType(kind), required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .execute()
  await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await schema
    .createTable('passkey_challenges')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('challenge', 'text', required)
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('passkey_challenges_expires').on('passkey_challenges').column('expires_at').execute()
  await schema.createIndex('passkey_challenges_session').on('passkey_challenges').column('session_id').execute()
  await schema
    .alterTable('sessions')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()
}
