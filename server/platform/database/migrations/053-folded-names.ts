import { type Kysely, sql } from 'kysely'
import { foldName } from '#contracts/rules/names.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { required } from './columns.ts'

const ROWS_PER_READ = 500

/**
 * Adds the folded names of products, by which their names are unique from now on. The index isn't unique: products whose
 * names already look alike stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('folded_name', 'text', (column) => required(column).defaultTo(''))
    .execute()
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from products where id > ${last}
      order by id limit ${ROWS_PER_READ}`.execute(db)
    for (const { id, name } of rows)
      await sql`update products set folded_name = ${foldName(name)} where id = ${id}`.execute(db)
    const next = rows.at(-1)?.id
    if (next === undefined) break
    last = next
    await yieldToEventLoop()
  }
  await sql`create index products_folded_name on products (catalogue, folded_name) where deleted_at is null`.execute(db)
}
