import { type Kysely, sql } from 'kysely'
import { type DatabaseKind, required } from './columns.ts'

/** Adds the number of comments in products' documents, and a partial index of the few products with any. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('review_count', 'integer', (column) => required(column).defaultTo(0))
    .execute()
  const count =
    kind === 'sqlite'
      ? sql`json_array_length(details_json, '$.reviews')`
      : sql`json_array_length(details_json::json -> 'reviews')`
  // Every row is written as compact JSON, so this matches non-empty lists.
  await sql`update products set review_count = ${count} where details_json like '%"reviews":[{%'
    and ${kind === 'sqlite' ? sql`json_type(details_json, '$.reviews')` : sql`json_typeof(details_json::json -> 'reviews')`} = 'array'`.execute(
    db,
  )
  await db.schema
    .createIndex('products_reviewed')
    .on('products')
    .columns(['catalogue', 'id'])
    .where(sql.ref('review_count'), '>', sql.lit(0))
    .execute()
}
