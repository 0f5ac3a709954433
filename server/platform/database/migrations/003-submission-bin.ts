import { type Kysely, sql } from 'kysely'
import { redactContacts } from '#contracts/rules/contacts/redact-contacts.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { createGramTable, indexTexts, reindexText } from '../text-indexes.ts'
import type { DatabaseKind } from './columns.ts'

type Row = {
  ordinal: number
  receipt: string
  productName: string
  companyName: string
  productDescription: string
  contactName: string
  contactEmail: string
  contactPhone: string
}

const ROWS_PER_READ = 500

/**
 * Adds the recycle bin of submissions, the data for revoking a verdict, and a search in contact data for its readers,
 * with a separate index for what every reader may search.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  for (const column of ['deleted_at', 'verdict_mail_id', 'product_before_json'])
    await schema.alterTable('submissions').addColumn(column, 'text').execute()
  await schema.alterTable('submissions').addColumn('product_version', 'integer').execute()
  await schema
    .alterTable('submissions')
    .addColumn('search_open', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // Until now an approval always created a product, with version 1.
  await sql`update submissions set product_version = 1 where product_id is not null`.execute(db)
  await addDeletedAtToIndexes(db)
  await createGramTable(db, kind, 'submission_open_grams')
  await rebuildSearchIndex(db)
}

/** Adds `deleted_at` to every index, so that counts still use an index-only scan. */
async function addDeletedAtToIndexes({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['order', 'by_status', 'newest', 'created'])
    await schema.dropIndex(`submissions_${name}`).execute()
  const index = (name: string) => schema.createIndex(name).on('submissions')
  await index('submissions_order').columns(['ordinal', 'status', 'category', 'deleted_at']).unique().execute()
  await index('submissions_by_status').columns(['status', 'ordinal', 'category', 'deleted_at']).execute()
  await index('submissions_newest').columns(['status', 'created_at', 'deleted_at']).execute()
  await index('submissions_created').columns(['created_at', 'status', 'deleted_at']).execute()
  // Partial, so that the planner never uses it for the many submissions outside the bin.
  await index('submissions_bin').columns(['deleted_at', 'ordinal']).where('deleted_at', 'is not', null).execute()
}

async function rebuildSearchIndex(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`select ordinal, receipt, product_name as "productName",
      company_name as "companyName", product_description as "productDescription", contact_name as "contactName",
      contact_email as "contactEmail", contact_phone as "contactPhone" from submissions
      where ordinal > ${last} order by ordinal limit ${ROWS_PER_READ}`.execute(db)
    for (const row of rows) await indexRow(db, row)
    const next = rows.at(-1)?.ordinal
    if (next === undefined) return
    last = next
  }
}

async function indexRow(db: Kysely<unknown>, row: Row): Promise<void> {
  const { contactName, contactEmail, contactPhone } = row
  const names = [row.productName, row.companyName]
  const open = buildSearchLines([...names.map(redactContacts), row.receipt])
  const people = buildSearchLines([contactName, contactEmail, contactPhone, contactPhone.replaceAll(/\D/g, '')])
  const text = `${buildSearchLines([...names, row.receipt])}\n${people}\n${foldText(row.productDescription)}`
  await sql`update submissions set search_text = ${text}, search_open = ${open}
    where ordinal = ${row.ordinal}`.execute(db)
  await reindexText(db, { grams: 'submission_grams' }, { ordinal: row.ordinal, text })
  await indexTexts(db, { grams: 'submission_open_grams' }, [{ ordinal: row.ordinal, text: open }])
}
