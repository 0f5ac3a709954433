import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { type RowRange, toRowRange } from './row-range.ts'

/** One page of a list. */
export type ListPage<Item> = { items: Item[]; pagination: Pagination }

type PageReads<Row, Item> = {
  /** The requested page, from 1, and how many items it has. */
  page: number
  limit: number
  count: () => Promise<number>
  list: (range: RowRange) => Promise<readonly Row[]>
  toItem: (row: Row) => Item
}

/** Reads a page of a list and the number of pages. PostgreSQL runs both queries concurrently. */
export async function readPage<Row, Item>({
  page,
  limit,
  count,
  list,
  toItem,
}: PageReads<Row, Item>): Promise<ListPage<Item>> {
  const [totalItems, rows] = await Promise.all([count(), list(toRowRange(page, limit))])
  return { items: rows.map(toItem), pagination: toPagination(page, limit, totalItems) }
}
