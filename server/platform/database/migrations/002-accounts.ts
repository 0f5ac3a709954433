import type { Kysely } from 'kysely'

/** Users, their sessions, and the failed sign-ins of the last minutes. */
export async function accounts({ schema }: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('local_part', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('last_login', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('users_local_part').on('users').column('local_part').execute()
  await schema.createIndex('users_newest').on('users').column('created_at').execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await schema
    .createTable('login_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('local_part', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('is_failed', kind === 'sqlite' ? 'integer' : 'boolean', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('login_attempts_name').on('login_attempts').column('name').execute()
  await schema.createIndex('login_attempts_local_part').on('login_attempts').column('local_part').execute()
  await schema.createIndex('login_attempts_address').on('login_attempts').column('address').execute()
  await schema.createIndex('login_attempts_at').on('login_attempts').column('at').execute()
}
