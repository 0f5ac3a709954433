import { type Kysely, sql } from 'kysely'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createGramTable, indexTexts } from '../text-indexes.ts'
import type { DatabaseKind } from './columns.ts'

const ROWS_PER_READ = 500
const TEXTS = [
  { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  { table: 'submissions', column: 'search_open', grams: 'submission_open_grams' },
  { table: 'leads', column: 'search_text', grams: 'lead_grams' },
  { table: 'leads', column: 'search_open', grams: 'lead_open_grams' },
  { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
]
/** The indexes of the lists, each with the row's number as its last column. */
const LISTS: readonly { name: string; table: string; columns: readonly string[] }[] = [
  { name: 'leads_by_age', table: 'leads', columns: ['created_at', 'id', 'status'] },
  { name: 'leads_of_status', table: 'leads', columns: ['status', 'created_at', 'id'] },
  { name: 'leads_of_kind', table: 'leads', columns: ['kind', 'created_at', 'id', 'status'] },
  { name: 'leads_of_owner', table: 'leads', columns: ['owner_id', 'created_at', 'id', 'status'] },
  {
    name: 'member_reviews_of_status',
    table: 'member_reviews',
    columns: ['status', 'submitted_at', 'id', 'catalogue', 'product_id'],
  },
  {
    name: 'member_reviews_by_age',
    table: 'member_reviews',
    columns: ['submitted_at', 'id', 'status', 'catalogue', 'product_id'],
  },
  { name: 'member_reviews_of_user', table: 'member_reviews', columns: ['user_id', 'submitted_at'] },
]

/**
 * Prepares searches that match most rows: lists filter by the row's number within their index, and on SQLite the text
 * indexes store positions, so that they find phrases without reading the texts.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const { name, table, columns } of LISTS) {
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns, 'ordinal'])
      .execute()
  }
  if (kind === 'sqlite') for (const index of TEXTS) await storePositions(db, index)
}

/** Rebuilds an index with positions. The triggers on its table remain valid: they name it. */
async function storePositions(db: Kysely<unknown>, { table, column, grams }: (typeof TEXTS)[number]): Promise<void> {
  await sql`drop table ${sql.table(grams)}`.execute(db)
  await createGramTable(db, 'sqlite', grams)
  for (let last = -1; ; ) {
    const { rows } = await sql<{ ordinal: number; text: string }>`select ordinal, ${sql.ref(column)} as text
      from ${sql.table(table)} where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    await indexTexts(db, { grams }, rows)
    const next = rows.at(-1)?.ordinal
    if (next === undefined) return
    last = next
    await yieldToEventLoop()
  }
}
