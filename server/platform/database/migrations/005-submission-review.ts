import { type Kysely, sql } from 'kysely'
import { searchTextOf } from '#contracts/rules/search-text.ts'
import { createGramTable, insertGrams } from '../text-search.ts'

const ROWS_AT_ONCE = 500

/**
 * What a review needs: the checklist, who reviewed by name, files beside a submission, a key that tells a repeated
 * request, and the order and words by which a hundred thousand submissions are listed and searched.
 */
export async function submissionReview(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const { schema } = db
  const table = () => schema.alterTable('submissions')
  await table()
    .addColumn('ordinal', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await table()
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await table()
    .addColumn('checklist_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await table().addColumn('reviewed_by_name', 'text').execute()
  await table().addColumn('idempotency_key', 'text').execute()
  await createGramTable(db, kind, 'submission_grams')
  await orderAndIndex(db)

  await schema
    .createIndex('submissions_order')
    .on('submissions')
    .columns(['ordinal', 'status', 'category'])
    .unique()
    .execute()
  await schema
    .createIndex('submissions_by_status')
    .on('submissions')
    .columns(['status', 'ordinal', 'category'])
    .execute()
  await schema.createIndex('submissions_idempotency').on('submissions').column('idempotency_key').unique().execute()

  await schema
    .createTable('submission_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_key', 'text', (column) => column.notNull().unique())
    .addColumn('submission_id', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('submission_files_of')
    .on('submission_files')
    .columns(['submission_id', 'position'])
    .execute()
}

type Old = { id: string; name: string; company: string; description: string }

/** Numbers what is there by age, and indexes its words. */
async function orderAndIndex(db: Kysely<unknown>): Promise<void> {
  const { rows: ids } = await sql<{ id: string }>`select id from submissions order by created_at, id`.execute(db)
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const slice = ids.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id)
    const { rows } = await sql<Old>`
      select id, product_name as name, company_name as company, product_description as description
      from submissions where id in (${sql.join(slice)})`.execute(db)
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const [at, id] of slice.entries()) {
      const row = found.get(id)
      if (!row) continue
      const text = searchedText(row.name, row.company, row.description)
      await sql`update submissions set ordinal = ${from + at + 1}, search_text = ${text} where id = ${id}`.execute(db)
      await insertGrams(db, 'submission_grams', from + at + 1, text)
    }
  }
}

/** What the submissions' `searchWordsOf` gives, written out: a module may change its own, this step may not. */
function searchedText(name: string, company: string, description: string): string {
  const { syllables, initials } = searchTextOf([name, company])
  return [searchTextOf([name, company, description]).text, syllables.replaceAll("'", ''), initials].join(' \u241e ')
}
