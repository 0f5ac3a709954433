import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from '../columns.ts'

/** Creates the tables of evaluation methods, projects with their judges, scores, trials and evidence, and signed reports. */
export async function createEvaluationTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createEvaluationMethods(db)
  await createEvaluationProjects(db, kind)
  await createEvaluationJudges(db)
  await createEvaluationScores(db)
  await createEvaluationEvidence(db)
  await createEvaluationTrials(db, kind)
  await createReportKeys(db)
  await createEvaluationReports(db)
  await createPublishedReports(db)
  await createPublishedEvaluations(db, kind)
  await createVendorStatements(db, kind)
}

async function createEvaluationMethods({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_methods')
    .addColumn('version', 'integer', (column) => column.notNull().unique())
    .addColumn('method_json', 'text', required)
    .addColumn('changes_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
}

async function createEvaluationProjects({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('evaluation_projects')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('owner_name', 'text', required)
    .addColumn('is_example', booleanType(kind), required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('method_version', 'integer', required)
    .addColumn('setup_json', 'text', required)
    .addColumn('tasks_json', 'text', required)
    .addColumn('steps_json', 'text', required)
    .addColumn('locked_at', 'text')
    .addColumn('lock_hash', 'text')
    .addColumn('reader_token_hash', 'text', (column) => column.unique())
    .addColumn('report_id', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addColumn('reader_link_expires_at', 'text')
    .execute()
  await schema
    .createIndex('evaluation_projects_of_owner')
    .on('evaluation_projects')
    .columns(['owner_id', 'updated_at'])
    .execute()
  await schema.createIndex('evaluation_projects_deleted').on('evaluation_projects').column('deleted_at').execute()
}

async function createEvaluationJudges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_judges')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('user_id', 'text')
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('link_expires_at', 'text')
    .addColumn('status', 'text', required)
    .addColumn('submitted_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('email', 'text')
    .addColumn('others_visible_at', 'text')
    .execute()
  await schema
    .createIndex('evaluation_judges_of_project')
    .on('evaluation_judges')
    .columns(['project_id', 'created_at'])
    .execute()
  await schema.createIndex('evaluation_judges_of_user').on('evaluation_judges').column('user_id').execute()
  await schema.createIndex('evaluation_judges_by_email').on('evaluation_judges').column('email').execute()
}

async function createEvaluationScores({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_scores')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('judge_id', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('criterion', 'text', required)
    .addColumn('round', 'integer', required)
    .addColumn('score', 'integer')
    .addColumn('grade', 'text')
    .addColumn('note', 'text', required)
    .addColumn('links_json', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('revisions_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addUniqueConstraint('evaluation_scores_cell', ['judge_id', 'candidate', 'criterion', 'round'])
    .execute()
  await schema
    .createIndex('evaluation_scores_of_project')
    .on('evaluation_scores')
    .columns(['project_id', 'judge_id'])
    .execute()
}

async function createEvaluationEvidence({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_evidence')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', primaryKey)
    .addColumn('judge_id', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('criterion', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('hash', 'text', required)
    .addColumn('file_key', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('evaluation_evidence_of_project').on('evaluation_evidence').column('project_id').execute()
}

async function createEvaluationTrials({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('evaluation_trials')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('task', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('is_passed', booleanType(kind), required)
    .addColumn('seconds', 'double precision')
    .addColumn('cost', 'double precision')
    .addColumn('note', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('runner', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('removed_at', 'text')
    .addUniqueConstraint('evaluation_trials_id', ['project_id', 'id'])
    .execute()
  await schema
    .createIndex('evaluation_trials_of_project')
    .on('evaluation_trials')
    .columns(['project_id', 'ordinal'])
    .execute()
}

async function createReportKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('report_keys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('public_key', 'text', required)
    .addColumn('private_key_encrypted', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
}

async function createEvaluationReports({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_reports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('data_json', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('evaluation_reports_of_project').on('evaluation_reports').column('project_id').execute()
}

async function createPublishedReports({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('published_reports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('data_json', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('key_id', 'text', required)
    .execute()
}

async function createPublishedEvaluations(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
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
    .addColumn('mail_ids_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema
    .createIndex('published_evaluations_at')
    .on('published_evaluations')
    .columns(['published_at', 'id'])
    .execute()
  await schema.createIndex('published_evaluations_of_report').on('published_evaluations').column('report_id').execute()
  await sql`create unique index published_evaluations_current on published_evaluations (product_id) where replaced_at is null and withdrawn_at is null`.execute(
    db,
  )
}

async function createVendorStatements(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
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
  await schema
    .createIndex('vendor_statements_of_evaluation')
    .on('vendor_statements')
    .columns(['evaluation_id', 'created_at'])
    .execute()
  await schema
    .createIndex('vendor_statements_by_status')
    .on('vendor_statements')
    .columns(['status', 'created_at'])
    .execute()
  await sql`create unique index vendor_statements_open on vendor_statements (evaluation_id, status) where status in ('pending', 'approved')`.execute(
    db,
  )
}
