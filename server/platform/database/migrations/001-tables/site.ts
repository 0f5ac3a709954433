import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of settings, uploaded files, the audit log, and the site’s other records. */
export async function createSiteTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createSettings(db)
  await createQrCodes(db, kind)
  await createFiles(db)
  await createAuditEntries(db)
  await createSecretFingerprints(db)
}

async function createSettings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('settings')
    .addColumn('part', 'text', primaryKey)
    .addColumn('value_json', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('secrets_encrypted', 'text')
    .addColumn('updated_by', 'text')
    .execute()
}

async function createQrCodes({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('qr_codes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('type', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('image_path', 'text', required)
    .addColumn('contact_name', 'text', required)
    .addColumn('contact_position', 'text', required)
    .addColumn('is_active', booleanType(kind), required)
    .addColumn('scan_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('display_order', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
}

async function createFiles({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('files')
    .addColumn('key', 'text', primaryKey)
    .addColumn('original_name', 'text', required)
    .addColumn('mimetype', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
}

async function createAuditEntries({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('audit_entries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('at', 'text', required)
    .addColumn('user_id', 'text')
    .addColumn('user_name', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('ip', 'text')
    .execute()
  await schema.createIndex('audit_entries_newest').on('audit_entries').columns(['at', 'id']).execute()
  await schema.createIndex('audit_entries_of_action').on('audit_entries').columns(['action', 'at', 'id']).execute()
  await schema
    .createIndex('audit_entries_of_user')
    .on('audit_entries')
    .columns(['user_id', 'at', 'id', 'action'])
    .execute()
  await schema
    .createIndex('audit_entries_of_author')
    .on('audit_entries')
    .columns(['user_name', 'at', 'id', 'action'])
    .execute()
}

async function createSecretFingerprints({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('secret_fingerprints')
    .addColumn('id', 'text', primaryKey)
    .addColumn('fingerprint', 'text', required)
    .addColumn('recorded_at', 'text', required)
    .execute()
}
