/** Rows per statement: SQLite allows at most 32,766 values. */
export const ROWS_PER_STATEMENT = 500

/** Runs a query for items in batches, because a statement has a maximum number of parameters. */
export async function forEachBatch<Item>(
  items: readonly Item[],
  size: number,
  run: (part: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < items.length; index += size) await run(items.slice(index, index + size))
}
