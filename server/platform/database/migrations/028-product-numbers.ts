import { type Kysely, sql } from 'kysely'
import { required } from './columns.ts'

/**
 * Numbers the products, so that sets of them can be bitmaps, and the changes of their rows and facts, so that only
 * later changes need to be read; adds the snapshots that nodes store. Also indexes stale facts by grade and audit
 * entries by author.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('products').addColumn('number', 'integer').execute()
  await schema
    .alterTable('products')
    .addColumn('change', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('product_facts')
    .addColumn('change', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await setNumbers(db)
  await schema.createIndex('products_number').on('products').column('number').unique().execute()
  await schema.createIndex('products_changed').on('products').columns(['catalogue', 'change', 'number']).execute()
  await schema.createIndex('product_facts_changed').on('product_facts').columns(['change', 'product_id']).execute()
  await schema.createIndex('facts_stale_by_grade').on('facts').columns(['grade', 'stale_on', 'id']).execute()
  await schema.createIndex('audit_entries_author').on('audit_entries').columns(['user_name', 'at', 'id']).execute()
  await schema
    .createTable('catalogue_snapshots')
    .addColumn('catalogue', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('content', 'text', required)
    .addPrimaryKeyConstraint('catalogue_snapshots_key', ['catalogue', 'position'])
    .execute()
}

const setNumbers = (db: Kysely<unknown>) =>
  sql`update products set number = numbered.number, change = 1
    from (select id, cast(row_number() over (order by catalogue, position, id) as integer) as number from products)
      as numbered
    where numbered.id = products.id`.execute(db)
