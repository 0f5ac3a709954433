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
