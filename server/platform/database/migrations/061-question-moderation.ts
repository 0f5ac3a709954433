import { type Kysely, sql } from 'kysely'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { getSchemaDialect } from '../dialects/dialects.ts'
import { indexTexts } from '../text-indexes.ts'
import { type DatabaseKind, required } from './columns.ts'

const TABLE = 'product_posts'
const GRAMS = 'product_post_grams'
const ROWS_PER_QUERY = 500

/** Lets moderators find questions and answers by pinyin, and indexes the reports that nobody has looked at. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  await schema
    .alterTable(TABLE)
    .addColumn('ordinal', 'integer', (column) => required(column).defaultTo(0))
    .execute()
  await schema
    .alterTable(TABLE)
    .addColumn('search_text', 'text', (column) => required(column).defaultTo(''))
    .execute()
  await getSchemaDialect(kind).createTextIndex(db, { table: TABLE, grams: GRAMS })
  await indexPosts(db)
  await schema.createIndex(`${TABLE}_ordinal`).unique().on(TABLE).column('ordinal').execute()
  await sql`create index abuse_reports_open on abuse_reports (review_id, post_id) where dismissed_at is null`.execute(
    db,
  )
}

/** Numbers the posts, which are read in the order of their ids, and indexes their texts. */
async function indexPosts(db: Kysely<unknown>): Promise<void> {
  let ordinal = 0
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; text: string }>`select id, text from ${sql.table(TABLE)}
      where id > ${after} order by id limit ${ROWS_PER_QUERY}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const entries: { ordinal: number; text: string }[] = []
    for (const { id, text } of rows) {
      ordinal += 1
      const searchText = buildSearchLines([text])
      await sql`update ${sql.table(TABLE)} set ordinal = ${ordinal}, search_text = ${searchText}
        where id = ${id}`.execute(db)
      entries.push({ ordinal, text: searchText })
    }
    await indexTexts(db, { grams: GRAMS }, entries)
    after = last.id
  }
}
