import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the colleagues of projects, shortlists and inquiries, which are deleted with these. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('colleagues')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) => column.references('evaluation_projects.id').onDelete('cascade'))
    .addColumn('shortlist_id', 'text', (column) => column.references('shortlists.id').onDelete('cascade'))
    .addColumn('inquiry_id', 'text', (column) => column.references('inquiries.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('invited_at', 'text', required)
    .addColumn('joined_at', 'text')
    .addColumn('offered_at', 'text')
    .addUniqueConstraint('colleagues_project', ['project_id', 'email'])
    .addUniqueConstraint('colleagues_shortlist', ['shortlist_id', 'email'])
    .addUniqueConstraint('colleagues_inquiry', ['inquiry_id', 'email'])
    .execute()
  await schema.createIndex('colleagues_user').on('colleagues').column('user_id').execute()
  await schema.createIndex('colleagues_email').on('colleagues').column('email').execute()
}
