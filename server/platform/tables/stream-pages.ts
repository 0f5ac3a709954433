import { yieldToEventLoop } from '#server/platform/event-loop.ts'

/** The batch size of exports. */
const ROWS_PER_QUERY = 200

type PageReader<Row> = (page: { after: Row | undefined; limit: number }) => Promise<Row[]>

/**
 * Streams the items of an export page by page. Each page follows the last row of the previous one, so that rows created
 * during the export don't shift the others.
 */
export async function* streamPages<Row, Item>(
  readPage: PageReader<Row>,
  toItems: (rows: readonly Row[]) => Item[] | Promise<Item[]>,
): AsyncGenerator<Item[]> {
  let last: Row | undefined
  do {
    const rows = await readPage({ after: last, limit: ROWS_PER_QUERY })
    yield await toItems(rows)
    last = rows.length < ROWS_PER_QUERY ? undefined : rows.at(-1)
    // An in-process database responds synchronously, so yield to other requests.
    await yieldToEventLoop()
  } while (last !== undefined)
}
