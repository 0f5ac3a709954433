import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required, version } from '../columns.ts'

/** Creates the tables of users and their authentication: sessions, sign-in attempts, mailed links, two-factor sign-in. */
export async function createAccountTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createUsers(db, kind)
  await createSessions(db)
  await createLoginAttempts(db, kind)
  await createKnownDevices(db)
  await createTwoFactors(db)
  await createRecoveryCodes(db)
  await createLoginChallenges(db)
  await createAccountLinks(db)
}

async function createUsers({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
    .addColumn('is_password_temporary', booleanType(kind), (column) => column.notNull().defaultTo(false))
    .addColumn('terms_version', 'integer')
    .addColumn('email_verified_at', 'text')
    .addColumn('updated_by', 'text')
    .execute()
  await schema.createIndex('users_local_part').on('users').column('local_part').execute()
  await schema.createIndex('users_by_age').on('users').columns(['created_at', 'id']).execute()
  await schema.createIndex('users_of_status').on('users').columns(['status', 'created_at', 'id']).execute()
  await schema.createIndex('users_of_role').on('users').columns(['role', 'created_at', 'id', 'status']).execute()
}

async function createSessions({ schema }: Kysely<unknown>): Promise<void> {
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
}

async function createLoginAttempts({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('login_attempts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('local_part', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('is_failed', booleanType(kind), required)
    .addColumn('at', 'text', required)
    .addColumn('device', 'text')
    .execute()
  await schema.createIndex('login_attempts_name').on('login_attempts').column('name').execute()
  await schema.createIndex('login_attempts_local_part').on('login_attempts').column('local_part').execute()
  await schema.createIndex('login_attempts_address').on('login_attempts').column('address').execute()
  await schema.createIndex('login_attempts_at').on('login_attempts').column('at').execute()
  await schema.createIndex('login_attempts_device').on('login_attempts').column('device').execute()
}

async function createKnownDevices({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', required)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('last_used_at', 'text', required)
    .addPrimaryKeyConstraint('known_devices_key', ['token_hash', 'user_id'])
    .execute()
  await schema.createIndex('known_devices_user').on('known_devices').column('user_id').execute()
  await schema.createIndex('known_devices_use').on('known_devices').column('last_used_at').execute()
}

async function createTwoFactors({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('two_factors')
    .addColumn('user_id', 'text', (column) => ownedByUser(column).primaryKey())
    .addColumn('secret_encrypted', 'text', required)
    .addColumn('last_step', 'integer', required)
    .addColumn('confirmed_at', 'text')
    .execute()
}

async function createRecoveryCodes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}

async function createLoginChallenges({ schema }: Kysely<unknown>): Promise<void> {
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

async function createAccountLinks({ schema }: Kysely<unknown>): Promise<void> {
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
