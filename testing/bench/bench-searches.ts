/** Rows about product searches, on SQLite and on PostgreSQL. */
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { withPostgres } from '#testing/faults/fault.ts'
import { atMost, formatInteger, formatMilliseconds, printSkippedPostgres, type Row } from './report.ts'
import { fillSearch, measureSearch, PHRASE_IN_ALL, type SearchTimes } from './search.ts'
import { TARGETS } from './targets.ts'

const CATALOGUE_SIZES = { few: 100, many: 100_000 } as const

/**
 * Measures lists, searches and facets of the services; `benchUncachedReplies` measures the cost of an uncached reply.
 */
export async function benchProductSearches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(CATALOGUE_SIZES)) {
    const times = await measureSearch(await fillSearch(folder, count))
    fewMemory ??= times.memory
    rows.push(...describeSearches(`${formatInteger(count)} products of 20 facts`, times, fewMemory))
  }
  return rows
}

/** The same on PostgreSQL; without a server, returns no rows. */
export async function benchPostgresSearches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(CATALOGUE_SIZES)) {
    const times = await withPostgres(async (url) => {
      const filled = await fillSearch(folder, count, () => openPostgresDatabase(url))
      return measureSearch(filled)
    })
    if (!times) {
      printSkippedPostgres()
      return []
    }
    fewMemory ??= times.memory
    rows.push(...describeSearches(`PostgreSQL, ${formatInteger(count)} products of 20 facts`, times, fewMemory))
  }
  return rows
}

function describeSearches(catalogue: string, times: SearchTimes, fewMemory: number): Row[] {
  const { warmUpMs, first, second, longestBlockMs, memory, queries, slowestKeystroke } = times
  const growth = memory - fewMemory
  const createRow = (label: string, figure: string, target: string, verdict: Row['verdict']): Row => ({
    label: `${catalogue}, ${label}`,
    figure,
    target,
    verdict,
  })
  return [
    createRow(
      'index loading before the start is ready',
      formatMilliseconds(warmUpMs),
      `≤ ${TARGETS.warmUpMs} ms`,
      atMost(warmUpMs, TARGETS.warmUpMs),
    ),
    createRow(
      'first list after a start against the second',
      `${formatMilliseconds(first)} against ${formatMilliseconds(second)}`,
      `≤ ${TARGETS.searchMs} ms more`,
      atMost(first, second + TARGETS.searchMs),
    ),
    ...Object.entries(queries).map(([name, time]) => {
      const target = name === PHRASE_IN_ALL ? TARGETS.phraseMs : TARGETS.searchMs
      return createRow(name, formatMilliseconds(time), `≤ ${target} ms`, atMost(time, target))
    }),
    createRow(
      'slowest keystroke of a typed word',
      `${formatMilliseconds(slowestKeystroke.time)} (${slowestKeystroke.typed})`,
      `≤ ${TARGETS.keystrokeMs} ms`,
      atMost(slowestKeystroke.time, TARGETS.keystrokeMs),
    ),
    createRow(
      'longest event-loop block',
      formatMilliseconds(longestBlockMs),
      `≤ ${TARGETS.longestBlockMs} ms`,
      atMost(longestBlockMs, TARGETS.longestBlockMs),
    ),
    createRow(
      'memory used',
      `${memory.toFixed(1)} MB, ${growth.toFixed(1)} MB more`,
      `≤ ${TARGETS.searchMemoryMb} MB more`,
      atMost(growth, TARGETS.searchMemoryMb),
    ),
  ]
}
