import { type Kysely, sql } from 'kysely'
import { toNameKeys } from '#server/platform/search-text/name-similarity.ts'
import { getSchemaDialect } from '../dialects/dialects.ts'
import { indexTexts } from '../text-indexes.ts'
import { type DatabaseKind, primaryKey } from './columns.ts'

const TABLE = 'compared_names'
const GRAMS = 'compared_name_grams'
const ROWS_PER_QUERY = 500

/** Creates the table of the names by which possible duplicates are found, with those of agents and submissions. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  const { createTextIndex, numberBySelf } = getSchemaDialect(kind)
  await schema
    .createTable(TABLE)
    .addColumn('ordinal', 'integer', (column) => numberBySelf(primaryKey(column)))
    .addColumn('product_id', 'text', (column) => column.unique().references('products.id').onDelete('cascade'))
    .addColumn('submission_id', 'text', (column) => column.unique().references('submissions.id').onDelete('cascade'))
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('reading_key', 'text', (column) => column.notNull())
    .addColumn('company_key', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['name_key', 'reading_key', 'company_key'])
    await schema.createIndex(`${TABLE}_${column}`).on(TABLE).column(column).execute()
  await createTextIndex(db, { table: TABLE, grams: GRAMS })
  await insertNames(db, sql`select id, name, company from products where catalogue = 'agent'`, 'product_id')
  await insertNames(db, sql`select id, product_name as name, company_name as company from submissions`, 'submission_id')
}

type NamedRow = { id: string; name: string; company: string }

/** Stores the names of rows, which are read in the order of their ids. */
async function insertNames(
  db: Kysely<unknown>,
  rows: ReturnType<typeof sql>,
  column: 'product_id' | 'submission_id',
): Promise<void> {
  for (let after = ''; ; ) {
    const { rows: batch } = await sql<NamedRow>`select id, name, company from (${rows}) as named
      where id > ${after} order by id limit ${ROWS_PER_QUERY}`.execute(db)
    const last = batch.at(-1)
    if (!last) return
    const values = batch.map((row) => {
      const { nameKey, readingKey, companyKey } = toNameKeys(row)
      return sql`(${row.id}, ${nameKey}, ${readingKey}, ${companyKey})`
    })
    const { rows: inserted } = await sql<{ ordinal: number; text: string }>`
      insert into ${sql.table(TABLE)} (${sql.ref(column)}, name_key, reading_key, company_key)
      values ${sql.join(values)} returning ordinal, name_key as text`.execute(db)
    await indexTexts(db, { grams: GRAMS }, inserted)
    after = last.id
  }
}
