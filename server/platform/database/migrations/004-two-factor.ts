import type { Kysely } from 'kysely'

/** Two-factor sign-in: secrets, recovery codes, and sign-ins whose password was right and whose code is awaited. */
export async function twoFactor({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('two_factors')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret_encrypted', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await schema
    .createTable('login_challenges')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('typed_name', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('login_challenges_user').on('login_challenges').column('user_id').execute()
  await schema.createIndex('login_challenges_expiry').on('login_challenges').column('expires_at').execute()
}
