import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, required } from './columns.ts'

/** Marks products whose list of choices excludes all others (`EXHAUSTIVE_LIST`). */
const EXHAUSTIVE_LIST = '|'

/**
 * Adds whether a fact's list of choices is complete; those that exist may not be. Until now, a choice that was missing
 * from a list was known to be missing, and lists that differed were disputed: now only empty lists exclude others.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('facts')
    .addColumn('is_complete', booleanType(kind), (column) => required(column).defaultTo(sql.lit(false)))
    .execute()
  const lists = sql`select key from attributes where type = 'choices'`
  await sql`insert into fact_values (catalogue, attribute, value, product_id, is_verified)
    select catalogue, attribute, ${EXHAUSTIVE_LIST}, product_id, is_verified from fact_values
    where value = 'none' and attribute in (${lists})`.execute(db)
  await sql`delete from fact_disputes where attribute in (${lists}) and not exists (select 1 from facts
    where facts.product_id = fact_disputes.product_id and facts.attribute = fact_disputes.attribute
      and facts.value_json = '[]')`.execute(db)
}
