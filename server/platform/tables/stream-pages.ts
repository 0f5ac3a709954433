import { yieldToEventLoop } from '#server/platform/event-loop.ts'

const ROWS_PER_QUERY = 200

type PageReader<Row> = (page: { after: Row | undefined; limit: number }) => Promise<Row[]>

/**
 * Streams all rows of a list as items, page by page; pages without items are omitted. Each page follows the last row of
 * the previous one, so that rows created meanwhile don't shift the others.
 */
export async function* streamPages<Row, Item>(
  readPage: PageReader<Row>,
  toItems: (rows: readonly Row[]) => Item[] | Promise<Item[]>,
  { rowsPerQuery = ROWS_PER_QUERY } = {},
): AsyncGenerator<Item[]> {
  let last: Row | undefined
  do {
    const rows = await readPage({ after: last, limit: rowsPerQuery })
    const items = await toItems(rows)
    if (items.length > 0) yield items
    last = rows.length < rowsPerQuery ? undefined : rows.at(-1)
    // An in-process database responds synchronously, so yield to other requests.
    await yieldToEventLoop()
  } while (last !== undefined)
}
