import type { Kysely } from 'kysely'
import { createGramTable } from '../../text-indexes.ts'
import { type DatabaseKind, primaryKey, required, version } from '../columns.ts'

/** Creates the tables of submissions, with their files and search index, and of leads. */
export async function createRequestTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createSubmissions(db)
  await createGramTable(db, kind, 'submission_grams')
  await createSubmissionFiles(db)
  await createLeads(db)
}

async function createSubmissions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('submissions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('receipt', 'text', (column) => column.notNull().unique())
    .addColumn('ordinal', 'integer', required)
    .addColumn('company_name', 'text', required)
    .addColumn('contact_name', 'text', required)
    .addColumn('contact_email', 'text', required)
    .addColumn('contact_phone', 'text', required)
    .addColumn('product_name', 'text', required)
    .addColumn('product_description', 'text', required)
    .addColumn('target_users', 'text', required)
    .addColumn('key_features', 'text', required)
    .addColumn('deployment_type', 'text', required)
    .addColumn('website', 'text', required)
    .addColumn('additional_info', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('checklist_json', 'text', required)
    .addColumn('review_notes', 'text', required)
    .addColumn('vendor_notes', 'text', required)
    .addColumn('reviewed_at', 'text')
    .addColumn('reviewed_by', 'text')
    .addColumn('reviewed_by_name', 'text')
    .addColumn('product_id', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('search_text', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  const index = (name: string) => schema.createIndex(name).on('submissions')
  await index('submissions_order').columns(['ordinal', 'status', 'category']).unique().execute()
  await index('submissions_by_status').columns(['status', 'ordinal', 'category']).execute()
  await index('submissions_newest').columns(['status', 'created_at']).execute()
  await index('submissions_created').columns(['created_at', 'status']).execute()
  await index('submissions_idempotency').column('idempotency_key').unique().execute()
}

async function createSubmissionFiles({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('submission_files')
    .addColumn('id', 'text', primaryKey)
    .addColumn('file_key', 'text', (column) => column.notNull().unique())
    .addColumn('submission_id', 'text')
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('mimetype', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createIndex('submission_files_of')
    .on('submission_files')
    .columns(['submission_id', 'position'])
    .execute()
}

async function createLeads({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('leads')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('company_name', 'text', required)
    .addColumn('contact_name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('requirements', 'text', required)
    .addColumn('product_name', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('owner_id', 'text')
    .addColumn('notes', 'text', required)
    .addColumn('contacted_at', 'text')
    .addColumn('search_open', 'text', required)
    .addColumn('search_contact', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  const index = (name: string) => schema.createIndex(name).on('leads')
  await index('leads_created').columns(['created_at', 'id']).execute()
  await index('leads_by_time').columns(['created_at', 'status']).execute()
  await index('leads_newest').columns(['status', 'created_at']).execute()
  await index('leads_owner').columns(['owner_id', 'created_at']).execute()
}
