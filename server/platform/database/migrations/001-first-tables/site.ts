import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of QR codes, settings, uploaded files and the audit. */
export async function createSiteTables({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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

  await schema
    .createTable('settings')
    .addColumn('part', 'text', primaryKey)
    .addColumn('value_json', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()

  await schema
    .createTable('files')
    .addColumn('key', 'text', primaryKey)
    .addColumn('original_name', 'text', required)
    .addColumn('mimetype', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()

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
  await schema.createIndex('audit_entries_user').on('audit_entries').columns(['user_id', 'at']).execute()
}
