import { type Kysely, sql } from 'kysely'
import { type DatabaseKind, required } from './columns.ts'

/** Each index contains the columns of a list's filter, then of its order, then those that its counts need. */
const INDEXES: readonly { name: string; table: string; columns: readonly string[]; replaces?: string }[] = [
  { name: 'audit_entries_of_action', table: 'audit_entries', columns: ['action', 'at', 'id'] },
  {
    name: 'audit_entries_of_user',
    table: 'audit_entries',
    columns: ['user_id', 'at', 'id', 'action'],
    replaces: 'audit_entries_user',
  },
  {
    name: 'audit_entries_of_author',
    table: 'audit_entries',
    columns: ['user_name', 'at', 'id', 'action'],
    replaces: 'audit_entries_author',
  },
  { name: 'users_by_age', table: 'users', columns: ['created_at', 'id'], replaces: 'users_newest' },
  { name: 'users_of_status', table: 'users', columns: ['status', 'created_at', 'id'] },
  { name: 'users_of_role', table: 'users', columns: ['role', 'created_at', 'id', 'status'] },
  { name: 'leads_by_age', table: 'leads', columns: ['created_at', 'id', 'status'], replaces: 'leads_created' },
  { name: 'leads_of_status', table: 'leads', columns: ['status', 'created_at', 'id'], replaces: 'leads_newest' },
  { name: 'leads_of_kind', table: 'leads', columns: ['kind', 'created_at', 'id', 'status'] },
  {
    name: 'leads_of_owner',
    table: 'leads',
    columns: ['owner_id', 'created_at', 'id', 'status'],
    replaces: 'leads_owner',
  },
  { name: 'products_by_age', table: 'products', columns: ['created_at', 'deleted_at'] },
  {
    name: 'member_reviews_of_status',
    table: 'member_reviews',
    columns: ['status', 'submitted_at', 'id', 'catalogue', 'product_id'],
    replaces: 'member_reviews_queue',
  },
  {
    name: 'member_reviews_by_age',
    table: 'member_reviews',
    columns: ['submitted_at', 'id', 'status', 'catalogue', 'product_id'],
  },
]

/**
 * Adds covering indexes for every list of the back office, in its order with filters and counts, so that a page is as
 * fast with a million rows.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  // A product's catalogue never changes, so it is denormalized to filter reviews without a join.
  await schema
    .alterTable('member_reviews')
    .addColumn('catalogue', 'text', (column) => column.notNull().defaultTo('agent'))
    .execute()
  await sql`update member_reviews set catalogue = 'ai'
    where product_id in (select id from products where catalogue = 'ai')`.execute(db)
  // Superseded by `leads_by_age`, which also orders leads of equal time.
  await schema.dropIndex('leads_by_time').execute()
  for (const { name, table, columns, replaces } of INDEXES) {
    if (replaces) await schema.dropIndex(replaces).execute()
    await schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
  }
  const live = sql<boolean>`deleted_at is null`
  await schema.createIndex('products_of_category').on('products').columns(['category', 'id']).where(live).execute()
  await schema
    .createIndex('products_in_bin')
    .on('products')
    .columns(['catalogue', 'deleted_at', 'id', 'created_at'])
    .where('deleted_at', 'is not', null)
    .execute()
  await schema
    .createIndex('submissions_by_verdict')
    .on('submissions')
    .columns(['reviewed_at', 'created_at', 'status', 'deleted_at'])
    .where('reviewed_at', 'is not', null)
    .execute()
  await keepCountsInKey(db, kind)
  await countCategories(db)
}

/** Thousands of sums are read at once, so the primary key includes the value for index-only scans. */
async function keepCountsInKey(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`alter table visit_counts drop constraint visit_counts_key`.execute(db)
    await sql`alter table visit_counts add constraint visit_counts_key
      primary key (kind, period, name) include (count)`.execute(db)
    return
  }
  await sql`alter table visit_counts rename to former_visit_counts`.execute(db)
  await db.schema
    .createTable('visit_counts')
    .addColumn('kind', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('visit_counts_key', ['kind', 'period', 'name'])
    .modifyEnd(sql`without rowid`)
    .execute()
  await sql`insert into visit_counts (kind, period, name, count)
    select kind, period, name, count from former_visit_counts order by kind, period, name`.execute(db)
  await sql`drop table former_visit_counts`.execute(db)
}

/** Views were counted by product only: a category's views are those of its current products. */
async function countCategories(db: Kysely<unknown>): Promise<void> {
  await sql`insert into visit_counts (kind, period, name, count)
    select 'category', visits.period, products.category, sum(visits.count)
    from visit_counts as visits join products on products.id = visits.name
    where visits.kind = 'product' group by visits.period, products.category`.execute(db)
}
