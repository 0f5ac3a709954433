import { type Kysely, sql } from 'kysely'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createTextIndexes, indexTexts, TEXT_INDEXES } from '../text-indexes.ts'
import { type DatabaseKind, primaryKey, required } from './columns.ts'

const ROWS_PER_READ = 200

/**
 * Searches names, slogans, descriptions and their pinyin in memory, and the long texts of products like those of other
 * tables. Removes the indexes of pinyin, the positions on PostgreSQL and the stored snapshots of the catalogues.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const table of ['catalogue_snapshots', 'search_grams', 'search_letter_grams'])
    await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table search_texts rename to former_search_texts`.execute(db)
  if (kind === 'postgres') {
    for (const event of ['insert', 'update', 'delete'])
      await sql`drop trigger ${sql.ref(`search_texts_${event}`)} on former_search_texts`.execute(db)
    await sql`drop function note_stale_grams()`.execute(db)
    await sql`drop table search_grams_places, search_grams_stale`.execute(db)
    for (const constraint of ['search_texts_pkey', 'search_texts_of_owner'])
      await sql`alter table former_search_texts drop constraint ${sql.ref(constraint)}`.execute(db)
  }
  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', 'integer', (column) =>
      kind === 'sqlite' ? primaryKey(column) : primaryKey(column).generatedByDefaultAsIdentity(),
    )
    .addColumn('product_id', 'text', (column) => required(column).references('products.id').onDelete('cascade'))
    .addColumn('part', 'text', required)
    .addColumn('text', 'text', required)
    .addUniqueConstraint('search_texts_of_product', ['product_id', 'part'])
    .execute()
  await createTextIndexes(db, kind, [TEXT_INDEXES.products])
  await sql`insert into search_texts (product_id, part, text)
    select owner_id, part, text from former_search_texts join products on products.id = owner_id
    where collection in ('product-details', 'product-facts') order by number, part`.execute(db)
  await sql`drop table former_search_texts`.execute(db)
  for (let last = 0; ; ) {
    await yieldToEventLoop()
    const { rows } = await sql<{ ordinal: number; text: string }>`select ordinal, text from search_texts
      where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    await indexTexts(db, TEXT_INDEXES.products, rows)
    const next = rows.at(-1)?.ordinal
    if (next === undefined) return
    last = next
  }
}
