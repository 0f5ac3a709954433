import { type Kysely, sql } from 'kysely'

/**
 * Visits by day and by month under one roof, so that a year is added up from a few rows; what makes a visitor count
 * once a day, for that day; and the indexes by which reports and submissions are counted by time.
 */
export async function visits(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('visit_counts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_counts_key', ['kind', 'period', 'name'])
    .execute()
  await schema
    .createTable('visit_salts')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('visitor_hashes')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('visitor_hashes_key', ['day', 'hash'])
    .execute()
  await schema.createIndex('reports_created').on('reports').columns(['created_at', 'recommendation']).execute()
  await schema.createIndex('submissions_created').on('submissions').columns(['created_at', 'status']).execute()
  await schema.createIndex('leads_by_time').on('leads').columns(['created_at', 'status']).execute()

  for (const period of [sql`day`, sql`substr(day, 1, 7)`]) {
    await sql`insert into visit_counts (kind, period, name, count)
      select 'views', ${period}, '', sum(views) from page_views group by 2`.execute(db)
    await sql`insert into visit_counts (kind, period, name, count)
      select 'product', ${period}, product_id, sum(views) from page_views where product_id is not null group by 2, 3`.execute(
      db,
    )
    // Products' pages are one from now on: each product is counted by its id.
    await sql`insert into visit_counts (kind, period, name, count)
      select 'page', ${period}, case when product_id is null then path when path like '/78ai/%' then '/78ai/*'
        else '/products/*' end, sum(views) from page_views group by 2, 3`.execute(db)
  }
  await schema.dropTable('page_views').execute()
}
