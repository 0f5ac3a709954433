/** Rows about the lists of the back office and of members, and about analytics. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { withPostgres } from '#testing/faults/fault.ts'
import { measureAnalytics } from './analytics.ts'
import { LIST_SIZES, REVIEWS_OF_LARGEST_PRODUCT } from './list-sizes.ts'
import { type FilledLists, fillLists, timeLists } from './lists.ts'
import { atMost, formatInteger, formatMilliseconds, printSkippedPostgres, type Row } from './report.ts'
import { fillSubmissions, measureApproval, measureSubmissions, SUBMISSION_QUERIES } from './submissions.ts'
import { TARGETS } from './targets.ts'

const SUBMISSION_COUNTS = { few: 1_000, many: 100_000 } as const

export async function benchReviewLists(folder: string): Promise<Row[]> {
  const few = await fillSubmissions(folder, SUBMISSION_COUNTS.few)
  const many = await fillSubmissions(folder, SUBMISSION_COUNTS.many)
  try {
    const rows: Row[] = []
    for (const [name, { query, growth }] of Object.entries(SUBMISSION_QUERIES)) {
      const times = { few: await measureSubmissions(few, query), many: await measureSubmissions(many, query) }
      const ratio = times.many / times.few
      rows.push({
        label: `review list, ${name}, ${formatInteger(SUBMISSION_COUNTS.many)} submissions against ${formatInteger(SUBMISSION_COUNTS.few)}`,
        figure: `${ratio.toFixed(2)}; ${formatMilliseconds(times.many)} against ${formatMilliseconds(times.few)}`,
        target: `≤ ${growth}`,
        verdict: atMost(ratio, growth),
      })
    }
    const approval = await measureApproval(many)
    rows.push({
      label: `possible duplicates of a submission among ${formatInteger(SUBMISSION_COUNTS.many)}`,
      figure: `${formatMilliseconds(approval)} of processor time`,
      target: `≤ ${TARGETS.listMs} ms`,
      verdict: atMost(approval, TARGETS.listMs),
    })
    return rows
  } finally {
    await few.database.close()
    await many.database.close()
  }
}

/** Measures every list with many rows, on SQLite and, if a server is reachable, on PostgreSQL. */
export async function benchLists(folder: string): Promise<Row[]> {
  const onSqlite = await describeLists('SQLite', await fillLists(folder))
  const onPostgres = await withPostgres(async (url) =>
    describeLists('PostgreSQL', await fillLists(folder, () => openPostgresDatabase(url))),
  )
  if (!onPostgres) printSkippedPostgres()
  return [...onSqlite, ...(onPostgres ?? [])]
}

async function describeLists(database: string, filled: FilledLists): Promise<Row[]> {
  const times = await timeLists(filled)
  await filled.database.close()
  return times.map(({ subject, lists }) => {
    const [slowest = { name: '', time: 0 }] = lists
    const count = new Map<string, number>(Object.entries(LIST_SIZES)).get(subject)
    const many =
      count === undefined
        ? (LIST_LABELS[subject] ?? 'all rows together')
        : `${formatInteger(count)} ${LIST_LABELS[subject] ?? subject}`
    const target = subject === 'summary' ? TARGETS.summaryMs : TARGETS.listMs
    return {
      label: `${database}, ${many}: slowest of ${lists.length}`,
      figure: `${formatMilliseconds(slowest.time)} (${slowest.name})`,
      target: `≤ ${target} ms`,
      verdict: atMost(slowest.time, target),
    }
  })
}

const LIST_LABELS: Readonly<Record<string, string>> = {
  audit: 'audit entries',
  reviews: "members' reviews",
  statistics: `statistics of ${formatInteger(LIST_SIZES.reviews)} reviews`,
  summary: `a product with ${formatInteger(REVIEWS_OF_LARGEST_PRODUCT)} reviews`,
  revisions: 'revisions of a document',
  wide: `searches that match all of ${formatInteger(LIST_SIZES.reviews)}`,
  views: 'page views',
}

export async function benchAnalytics(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'analytics')
  await mkdir(dataDir)
  const { rows, month, year } = await measureAnalytics(dataDir)
  const growthByRows = month.many / month.few
  const growthByMonths = year / month.many
  return [
    {
      label: `analytics of 30 days, ${formatInteger(rows.many)} stored sums against ${formatInteger(rows.few)}`,
      figure: `${growthByRows.toFixed(2)}; ${formatMilliseconds(month.many)} against ${formatMilliseconds(month.few)}`,
      target: `≤ ${TARGETS.growth}`,
      verdict: atMost(growthByRows, TARGETS.growth),
    },
    {
      label: 'analytics of 12 months against 30 days',
      figure: `${growthByMonths.toFixed(2)}; ${formatMilliseconds(year)} against ${formatMilliseconds(month.many)}`,
      target: `≤ ${TARGETS.growth}`,
      verdict: atMost(growthByMonths, TARGETS.growth),
    },
  ]
}
