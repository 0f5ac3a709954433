import type { Kysely } from 'kysely'
import { type DatabaseKind, ownedByUser, primaryKey, required, withoutRowid } from './columns.ts'

/** Creates the keys for programs, and the daily counts of their calls. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', ownedByUser)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', required)
    .addColumn('scopes_json', 'text', required)
    .addColumn('addresses_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('last_used_address', 'text')
    .addColumn('reminded_at', 'text')
    .execute()
  await schema.createIndex('api_keys_owner').on('api_keys').columns(['owner_id', 'created_at', 'id']).execute()
  await schema.createIndex('api_keys_kind').on('api_keys').columns(['kind', 'created_at', 'id']).execute()
  await schema.createIndex('api_keys_expires_at').on('api_keys').column('expires_at').execute()
  const uses = schema
    .createTable('api_key_uses')
    .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
    .addColumn('day', 'text', required)
    .addColumn('call', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('api_key_uses_key', ['key_id', 'day', 'call'])
  await withoutRowid(uses, kind).execute()
  await schema.createIndex('api_key_uses_day').on('api_key_uses').column('day').execute()
}
