import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required, version } from '../columns.ts'

/**
 * Creates the tables of users and their authentication: sessions, sign-in attempts, mailed links, two-factor sign-in.
 */
export async function createAccountTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createUsers(db)
  await createSignInTables(db, kind)
  await createTwoFactorTables(db)
}

async function createUsers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('local_part', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('company', 'text', required)
    .addColumn('position', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('last_login', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await schema.createIndex('users_local_part').on('users').column('local_part').execute()
  await schema.createIndex('users_newest').on('users').column('created_at').execute()
}

async function createSignInTables({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await schema
    .createTable('login_attempts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('local_part', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('is_failed', booleanType(kind), required)
    .addColumn('at', 'text', required)
    .execute()
  for (const column of ['name', 'local_part', 'address', 'at'])
    await schema.createIndex(`login_attempts_${column}`).on('login_attempts').column(column).execute()

  await schema
    .createTable('account_links')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('purpose', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addUniqueConstraint('account_links_one_a_purpose', ['user_id', 'purpose'])
    .execute()
}

async function createTwoFactorTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('two_factors')
    .addColumn('user_id', 'text', (column) => ownedByUser(column).primaryKey())
    .addColumn('secret_encrypted', 'text', required)
    .addColumn('last_step', 'integer', required)
    .addColumn('confirmed_at', 'text')
    .execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await schema
    .createTable('login_challenges')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('typed_name', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('login_challenges_user').on('login_challenges').column('user_id').execute()
  await schema.createIndex('login_challenges_expiry').on('login_challenges').column('expires_at').execute()
}
