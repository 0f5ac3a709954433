import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the tables of question banks and their versions; a member's are deleted with the account. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('question_banks')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('newest_version', 'integer', required)
    .addColumn('published_version', 'integer')
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('question_banks_owner').on('question_banks').columns(['owner_id', 'created_at']).execute()
  await schema
    .createTable('question_bank_versions')
    .addColumn('bank_id', 'text', (column) => column.notNull().references('question_banks.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('licence', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('tags_json', 'text', required)
    .addColumn('tasks_json', 'text', required)
    .addColumn('task_count', 'integer', required)
    .addColumn('hash', 'text', required)
    .addColumn('material_name', 'text')
    .addColumn('material_text', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('published_at', 'text')
    .addPrimaryKeyConstraint('question_bank_versions_pkey', ['bank_id', 'version'])
    .execute()
}
