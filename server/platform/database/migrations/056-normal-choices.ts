import { type Kysely, sql } from 'kysely'
import { normalizeName } from '#contracts/rules/names.ts'

/**
 * Puts the categories and prices of products into the normal form in which they are saved (`normalizeName`): those that
 * were stored before look like a choice of the list, but its filter didn't match them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [sql.ref('category'), sql.ref('price')]) {
    const { rows } = await sql<{ catalogue: string; value: string }>`select distinct catalogue, ${column} as value
      from products`.execute(db)
    for (const { catalogue, value } of rows) {
      const normalized = normalizeName(value).trim()
      // The next change, so that the catalogue's index reads these products again.
      if (normalized !== value)
        await sql`update products set ${column} = ${normalized},
          change = (select max(others.change) + 1 from products as others where others.catalogue = ${catalogue})
          where catalogue = ${catalogue} and ${column} = ${value}`.execute(db)
    }
  }
}
