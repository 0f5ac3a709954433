import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/** Creates the tables of published evaluations: results on products' pages, their reports, vendors' statements. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createReports(db)
  await createEvaluations(db, kind)
  await createStatements(db, kind)
}

/** Copies of reports: projects are deleted with their owner's account, published reports aren't. */
async function createReports({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('published_reports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('data_json', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('key_id', 'text', required)
    .execute()
}

async function createEvaluations({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('published_evaluations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_id', 'text', required)
    .addColumn('catalogue', 'text', required)
    .addColumn('product_name', 'text', required)
    .addColumn('report_id', 'text', (column) => column.notNull().references('published_reports.id'))
    .addColumn('project_name', 'text', required)
    .addColumn('method_version', 'integer', required)
    .addColumn('is_example', booleanType(kind), required)
    .addColumn('recommendation', 'text', required)
    .addColumn('score', 'integer', required)
    .addColumn('total', 'double precision', required)
    .addColumn('result_json', 'text', required)
    .addColumn('evaluated_at', 'text', required)
    .addColumn('valid_until', 'text', required)
    .addColumn('ends_at', 'text', required)
    .addColumn('published_at', 'text', required)
    .addColumn('published_by', 'text', required)
    .addColumn('replaced_at', 'text')
    .addColumn('withdrawn_at', 'text')
    .addColumn('withdrawn_by', 'text', required)
    .addColumn('withdrawal_reason', 'text', required)
    .addColumn('search_text', 'text', required)
    .execute()
  const index = (name: string) => schema.createIndex(name).on('published_evaluations')
  await index('published_evaluations_at').columns(['published_at', 'id']).execute()
  await index('published_evaluations_of_report').column('report_id').execute()
  // A product has one result at a time, even if two are published concurrently.
  await index('published_evaluations_current')
    .unique()
    .column('product_id')
    .where(sql.ref('replaced_at'), 'is', null)
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute()
}

async function createStatements({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('vendor_statements')
    .addColumn('id', 'text', primaryKey)
    .addColumn('evaluation_id', 'text', (column) =>
      column.notNull().references('published_evaluations.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('author_id', 'text', required)
    .addColumn('author_name', 'text', required)
    .addColumn('is_by_staff', booleanType(kind), required)
    .addColumn('created_at', 'text', required)
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text', required)
    .addColumn('reason', 'text', required)
    .execute()
  const index = (name: string) => schema.createIndex(name).on('vendor_statements')
  await index('vendor_statements_of_evaluation').columns(['evaluation_id', 'created_at']).execute()
  await index('vendor_statements_by_status').columns(['status', 'created_at']).execute()
  // At most one statement is shown and one is pending.
  await index('vendor_statements_open')
    .unique()
    .columns(['evaluation_id', 'status'])
    .where('status', 'in', ['pending', 'approved'])
    .execute()
}
