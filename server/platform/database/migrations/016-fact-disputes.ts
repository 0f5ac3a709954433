import { type Kysely, sql } from 'kysely'
import { required } from './columns.ts'

/** Two values per row, far below the 32,766 that SQLite permits in a statement. */
const ROWS_PER_INSERT = 200

/**
 * Creates the table of attributes whose sources disagree, fills it from the existing facts, and creates the indexes for
 * listing facts to confirm by attribute and by their products' views.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fact_disputes')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('attribute', 'text', required)
    .addPrimaryKeyConstraint('fact_disputes_key', ['product_id', 'attribute'])
    .execute()
  await fillDisputes(db)
  await db.schema.createIndex('fact_disputes_of_attribute').on('fact_disputes').column('attribute').execute()
  await db.schema.createIndex('facts_stale_of_attribute').on('facts').columns(['attribute', 'stale_on', 'id']).execute()
  // Includes the id, so that paging is equally fast among thousands of products without views.
  await db.schema.dropIndex('products_viewed').execute()
  await db.schema.createIndex('products_viewed').on('products').columns(['catalogue', 'views', 'id']).execute()
  await db.schema.createIndex('products_viewed_of_all').on('products').columns(['views', 'id']).execute()
}

type FactRow = { product: string; attribute: string; value: string }

/** Values with different JSON may be equal, for example choices in another order. */
async function fillDisputes(db: Kysely<unknown>) {
  const { rows } = await sql<FactRow>`select product_id as product, attribute, value_json as value from facts
    where (product_id, attribute) in (select product_id, attribute from facts group by product_id, attribute
      having count(distinct value_json) > 1)`.execute(db)
  const entries = new Map<string, { row: FactRow; values: Set<string> }>()
  for (const row of rows) {
    const key = JSON.stringify([row.product, row.attribute])
    const entry = entries.get(key) ?? { row, values: new Set() }
    entry.values.add(toComparable(row.value))
    entries.set(key, entry)
  }
  const disputed = [...entries.values()].filter(({ values }) => values.size > 1).map(({ row }) => row)
  for (let index = 0; index < disputed.length; index += ROWS_PER_INSERT) {
    const batch = disputed.slice(index, index + ROWS_PER_INSERT)
    const tuples = batch.map(({ product, attribute }) => sql`(${product}, ${attribute})`)
    await sql`insert into fact_disputes (product_id, attribute) values ${sql.join(tuples)}`.execute(db)
  }
}

/** Returns equal texts for values that `isSameValue` treated as equal at this migration. */
function toComparable(text: string): string {
  const value: unknown = JSON.parse(text)
  if (Array.isArray(value)) return JSON.stringify(value.toSorted())
  return JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).sort() : value)
}
