import { type Kysely, sql } from 'kysely'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createDeletionTriggers, createTextIndexes, indexTexts } from '../text-indexes.ts'
import { type DatabaseKind, required } from './columns.ts'

const ROWS_PER_READ = 500
const SUBMISSIONS = [
  { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  { table: 'submissions', column: 'search_open', grams: 'submission_open_grams' },
]
const LEADS = { table: 'leads', column: 'search_text', grams: 'lead_grams' }
const OPEN_LEADS = { table: 'leads', column: 'search_open', grams: 'lead_open_grams' }
const REVIEWS = { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' }

/**
 * Adds text indexes of members' reviews and leads, as for submissions. Reviews also store their product's number, by
 * which the search of product names finds them.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createDeletionTriggers(db, kind, SUBMISSIONS)
  await numberRows(db, 'leads', ['status', 'kind', 'owner_id', 'created_at', 'id'])
  await numberRows(db, 'member_reviews', ['status', 'catalogue', 'product_id', 'submitted_at', 'id'])
  await joinLeadTexts(db)
  await db.schema.alterTable('member_reviews').addColumn('product_number', 'integer').execute()
  await sql`update member_reviews set product_number =
    (select number from products where products.id = member_reviews.product_id)`.execute(db)
  await db.schema
    .createIndex('member_reviews_of_product')
    .on('member_reviews')
    .columns(['product_number', 'ordinal'])
    .execute()
  await db.schema
    .createIndex('products_recycled')
    .on('products')
    .column('number')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
  await createTextIndexes(db, kind, [LEADS, OPEN_LEADS, REVIEWS])
  for (const index of [LEADS, OPEN_LEADS, REVIEWS]) await fillIndex(db, index)
}

/** Numbers rows by age. Matched ordinals are filtered, sorted and counted by an index that includes `covered`. */
async function numberRows(db: Kysely<unknown>, table: string, covered: readonly string[]): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('ordinal', 'integer', (column) => required(column).defaultTo(0))
    .execute()
  await sql`update ${sql.table(table)} set ordinal = numbered.ordinal
    from (select id, cast(row_number() over (order by created_at, id) as integer) as ordinal from ${sql.table(table)})
      as numbered
    where numbered.id = ${sql.ref(`${table}.id`)}`.execute(db)
  await db.schema
    .createIndex(`${table}_order`)
    .on(table)
    .columns(['ordinal', ...covered])
    .unique()
    .execute()
}

type Lead = { ordinal: number; open: string; contact: string; requirements: string; notes: string }

/** Joins everything that readers of contact data may search into one text. */
async function joinLeadTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('leads')
    .addColumn('search_text', 'text', (column) => required(column).defaultTo(''))
    .execute()
  for (let last = 0; ; ) {
    const { rows } = await sql<Lead>`select ordinal, search_open as open, search_contact as contact, requirements, notes
      from leads where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    for (const { ordinal, open, contact, requirements, notes } of rows) {
      const text = [open, contact, foldText(requirements), foldText(notes)].join('\n')
      await sql`update leads set search_text = ${text} where ordinal = ${ordinal}`.execute(db)
    }
    const next = rows.at(-1)?.ordinal
    if (next === undefined) break
    last = next
    await yieldToEventLoop()
  }
  await db.schema.alterTable('leads').dropColumn('search_contact').execute()
}

async function fillIndex(db: Kysely<unknown>, { table, column, grams }: typeof REVIEWS): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ ordinal: number; text: string }>`select ordinal, ${sql.ref(column)} as text
      from ${sql.table(table)} where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    await indexTexts(db, { grams }, rows)
    const next = rows.at(-1)?.ordinal
    if (next === undefined) return
    last = next
    await yieldToEventLoop()
  }
}
