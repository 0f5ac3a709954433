/** Products by their numbers. */
import type { Queryable } from '#server/platform/database/database.ts'
import { PRODUCT_COLUMNS, type ProductRow } from '../store.ts'

const NUMBERS_PER_QUERY = 5_000

/** Lists rows by their numbers, in that order. */
export async function listProductsByNumber(
  db: Queryable,
  numbers: readonly number[],
): Promise<(ProductRow & { number: number })[]> {
  const rowsByNumber = new Map<number, ProductRow & { number: number }>()
  for (let index = 0; index < numbers.length; index += NUMBERS_PER_QUERY) {
    const rows = await db
      .selectFrom('products')
      .select([...PRODUCT_COLUMNS, 'number'])
      .where('number', 'in', numbers.slice(index, index + NUMBERS_PER_QUERY))
      .$narrowType<{ number: number }>()
      .execute()
    for (const row of rows) rowsByNumber.set(row.number, row)
  }
  return numbers.flatMap((number) => rowsByNumber.get(number) ?? [])
}

/** Returns the numbers of products by their ids. */
export async function listProductNumbers(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>()
  for (let index = 0; index < ids.length; index += NUMBERS_PER_QUERY) {
    const batch = ids.slice(index, index + NUMBERS_PER_QUERY)
    const rows = await db.selectFrom('products').select(['id', 'number']).where('id', 'in', batch).execute()
    for (const { id, number } of rows) if (number !== null) numbers.set(id, number)
  }
  return numbers
}
