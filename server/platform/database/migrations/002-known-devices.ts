import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, required } from './columns.ts'

/** Adds known devices, sign-in attempts counted per device, and temporary passwords. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', required)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('last_used_at', 'text', required)
    .addPrimaryKeyConstraint('known_devices_key', ['token_hash', 'user_id'])
    .execute()
  await schema.createIndex('known_devices_user').on('known_devices').column('user_id').execute()
  await schema.createIndex('known_devices_use').on('known_devices').column('last_used_at').execute()

  await schema.alterTable('login_attempts').addColumn('device', 'text').execute()
  await schema.createIndex('login_attempts_device').on('login_attempts').column('device').execute()

  await schema
    .alterTable('users')
    .addColumn('is_password_temporary', booleanType(kind), (column) =>
      column.notNull().defaultTo(kind === 'sqlite' ? 0 : false),
    )
    .execute()
}
