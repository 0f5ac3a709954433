import { type Kysely, sql } from 'kysely'
import { primaryKey, required, version } from '../columns.ts'

/** Creates the tables of what visitors send: submissions with their files, and leads. */
export async function createRequestTables(db: Kysely<unknown>): Promise<void> {
  await createSubmissions(db)
  await createSubmissionFiles(db)
  await createLeads(db)
}

async function createSubmissions(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
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
    .addColumn('search_text', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addColumn('decision_mail_id', 'text')
    .addColumn('previous_product_json', 'text')
    .addColumn('product_version', 'integer')
    .addColumn('search_text_without_contacts', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('terms_version', 'integer')
    .addColumn('facts_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('previous_facts_json', 'text')
    .addColumn('facts_version', 'integer')
    .addColumn('updates_product_id', 'text')
    .addColumn('changed_fields_json', 'text')
    .addColumn('updated_by', 'text')
    .execute()
  await schema
    .createIndex('submissions_order')
    .on('submissions')
    .unique()
    .columns(['ordinal', 'status', 'category', 'deleted_at'])
    .execute()
  await schema
    .createIndex('submissions_by_status')
    .on('submissions')
    .columns(['status', 'ordinal', 'category', 'deleted_at'])
    .execute()
  await schema
    .createIndex('submissions_newest')
    .on('submissions')
    .columns(['status', 'created_at', 'deleted_at'])
    .execute()
  await schema
    .createIndex('submissions_created')
    .on('submissions')
    .columns(['created_at', 'status', 'deleted_at'])
    .execute()
  await sql`create index submissions_bin on submissions (deleted_at, ordinal) where deleted_at is not null`.execute(db)
  await sql`create index submissions_by_contact on submissions (lower(contact_email), ordinal)`.execute(db)
  await sql`create index submissions_by_product on submissions (product_id) where product_id is not null`.execute(db)
  await sql`create index submissions_by_decision on submissions (reviewed_at, created_at, status, deleted_at) where reviewed_at is not null`.execute(
    db,
  )
  await sql`create index submissions_by_updated_product on submissions (updates_product_id, status, deleted_at) where updates_product_id is not null`.execute(
    db,
  )
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
    .addColumn('caption', 'text')
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
    .addColumn('search_text_without_contacts', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('terms_version', 'integer')
    .addColumn('ordinal', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('updated_by', 'text')
    .execute()
  await schema
    .createIndex('leads_order')
    .on('leads')
    .unique()
    .columns(['ordinal', 'status', 'kind', 'owner_id', 'created_at', 'id'])
    .execute()
  await schema.createIndex('leads_by_age').on('leads').columns(['created_at', 'id', 'status', 'ordinal']).execute()
  await schema.createIndex('leads_of_status').on('leads').columns(['status', 'created_at', 'id', 'ordinal']).execute()
  await schema
    .createIndex('leads_of_kind')
    .on('leads')
    .columns(['kind', 'created_at', 'id', 'status', 'ordinal'])
    .execute()
  await schema
    .createIndex('leads_of_owner')
    .on('leads')
    .columns(['owner_id', 'created_at', 'id', 'status', 'ordinal'])
    .execute()
}
