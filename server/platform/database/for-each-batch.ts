/** Runs a query for items in batches, because a statement has a maximum number of parameters. */
export async function forEachBatch<Item>(
  items: readonly Item[],
  size: number,
  run: (part: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < items.length; index += size) await run(items.slice(index, index + size))
}
