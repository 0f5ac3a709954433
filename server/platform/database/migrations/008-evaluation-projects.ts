import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

/** Creates the tables of evaluation projects; judges, scores, evidence and trials are deleted with their project. */
export async function createEvaluationProjects(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createProjects(db, kind)
  await createJudges(db)
  await createScores(db)
  await createEvidence(db)
  await createTrials(db, kind)
}

async function createProjects({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
    .execute()
  await schema
    .createIndex('evaluation_projects_of_owner')
    .on('evaluation_projects')
    .columns(['owner_id', 'updated_at'])
    .execute()
  await schema.createIndex('evaluation_projects_deleted').on('evaluation_projects').column('deleted_at').execute()
}

/** Starts the definition of a table whose rows are deleted with their project. */
const projectTable = ({ schema }: Kysely<unknown>, name: string) =>
  schema
    .createTable(name)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )

async function createJudges(db: Kysely<unknown>): Promise<void> {
  await projectTable(db, 'evaluation_judges')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('user_id', 'text')
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('link_expires_at', 'text')
    .addColumn('status', 'text', required)
    .addColumn('submitted_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('evaluation_judges')
  await index('evaluation_judges_of_project').columns(['project_id', 'created_at']).execute()
  await index('evaluation_judges_of_user').column('user_id').execute()
}

async function createScores(db: Kysely<unknown>): Promise<void> {
  await projectTable(db, 'evaluation_scores')
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
    .addUniqueConstraint('evaluation_scores_cell', ['judge_id', 'candidate', 'criterion', 'round'])
    .execute()
  await db.schema
    .createIndex('evaluation_scores_of_project')
    .on('evaluation_scores')
    .columns(['project_id', 'judge_id'])
    .execute()
}

async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await projectTable(db, 'evaluation_evidence')
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
  await db.schema.createIndex('evaluation_evidence_of_project').on('evaluation_evidence').column('project_id').execute()
}

async function createTrials(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await projectTable(db, 'evaluation_trials')
    .addColumn('id', 'text', required)
    .addColumn('ordinal', 'integer', required)
    .addColumn('task', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('is_passed', booleanType(kind), required)
    .addColumn('seconds', 'double precision')
    .addColumn('cost', 'double precision')
    .addColumn('note', 'text', required)
    .addColumn('created_at', 'text', required)
    // Ids are generated by clients, so they are unique within a project only.
    .addUniqueConstraint('evaluation_trials_id', ['project_id', 'id'])
    .execute()
  await db.schema
    .createIndex('evaluation_trials_of_project')
    .on('evaluation_trials')
    .columns(['project_id', 'ordinal'])
    .execute()
}
