import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

const TABLE = 'product_posts'

/** Creates the table of questions about products, and of their answers. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  await schema
    .createTable(TABLE)
    .addColumn('id', 'text', primaryKey)
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('question_id', 'text', (column) => column.references(`${TABLE}.id`).onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('is_vendor', booleanType(kind), required)
    .addColumn('text', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('submitted_at', 'text', required)
    .addColumn('published_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_by_name', 'text')
    .addColumn('mail_ids_json', 'text', required)
    .addColumn('version', 'integer', version)
    .execute()
  await schema.createIndex(`${TABLE}_shown`).on(TABLE).columns(['product_id', 'status', 'published_at', 'id']).execute()
  await schema.createIndex(`${TABLE}_answers`).on(TABLE).column('question_id').execute()
  await schema.createIndex(`${TABLE}_author`).on(TABLE).columns(['user_id', 'submitted_at', 'id']).execute()
  await schema.createIndex(`${TABLE}_queue`).on(TABLE).columns(['status', 'submitted_at', 'id']).execute()
}
