import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required, version } from './columns.ts'

/**
 * Creates identity providers of companies, the accounts at them that people have joined to theirs, what a sign-in waits for,
 * and where the sessions that began by them end at the provider.
 */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('sign_in_providers')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('issuer', 'text', (column) => column.notNull().unique())
    .addColumn('settings_json', 'text', required)
    .addColumn('secret_encrypted', 'text', required)
    .addColumn('is_for_staff', booleanType(kind), required)
    .addColumn('is_for_members', booleanType(kind), required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('updated_by', 'text')
    .execute()
  await schema
    .createTable('company_accounts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('company_accounts_subject', ['issuer', 'subject'])
    .execute()
  await schema.createIndex('company_accounts_user').on('company_accounts').column('user_id').execute()
  await schema
    .createTable('company_flows')
    .addColumn('state_hash', 'text', primaryKey)
    .addColumn('ceremony_hash', 'text', required)
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_in_providers.id').onDelete('cascade'),
    )
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade'))
    .addColumn('area', 'text', required)
    .addColumn('return_to', 'text', required)
    .addColumn('nonce', 'text', required)
    .addColumn('verifier', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('company_flows_expires').on('company_flows').column('expires_at').execute()
  await schema.createIndex('company_flows_provider').on('company_flows').column('provider_id').execute()
  await schema.createIndex('company_flows_session').on('company_flows').column('session_id').execute()
  await schema
    .createTable('company_joins')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('provider_id', 'text', (column) =>
      column.notNull().references('sign_in_providers.id').onDelete('cascade'),
    )
    .addColumn('proof_encrypted', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('company_joins_expires').on('company_joins').column('expires_at').execute()
  await schema.createIndex('company_joins_provider').on('company_joins').column('provider_id').execute()
  await schema.alterTable('sessions').addColumn('provider_sign_out', 'text').execute()
}
