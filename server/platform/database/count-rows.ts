import type { SelectQueryBuilder } from 'kysely'

/** Returns the number of rows of a query that selects no columns yet. */
export async function countRows<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, unknown>,
): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll().as('count')).$castTo<{ count: number | string | bigint }>()
  const { count } = await counted.executeTakeFirstOrThrow()
  return Number(count)
}
