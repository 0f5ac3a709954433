/**
 * `npm run bench`: measures all figures and writes docs/performance.md; `npm run bench -- search` measures one part and
 * doesn't write. Exits with 1 if a target is missed.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentCalls } from '#contracts/content/calls.ts'
import { PAGES } from '#contracts/paths.ts'
import { openPostgresDatabase } from '#server/platform/database/database.ts'
import { createServerDatabase, withPostgres } from '#testing/faults/fault.ts'
import { ADVERSARIAL_BODIES_SETTINGS, measureAdversarialBodies } from './adversarial-bodies.ts'
import { measureAnalytics } from './analytics.ts'
import { measureAnalysis } from './evaluation-analysis.ts'
import { measureFirstPaint } from './first-paint.ts'
import { REVIEWS_OF_LARGEST_PRODUCT } from './list-rows.ts'
import { type FilledLists, fillLists, LIST_SIZES, timeLists } from './lists.ts'
import { measurePageWeights } from './page-weights.ts'
import { type ServerProcess, startServer } from './production-server.ts'
import { atLeast, atMost, describeMachine, formatConsoleTable, formatMarkdown, type Row } from './report.ts'
import { fillSearch, measureSearch, type SearchTimes } from './search.ts'
import { fillSubmissions, measureSubmissions, SUBMISSION_QUERIES } from './submissions.ts'
import { measureImports, measureTables } from './tables.ts'
import { measureThroughput } from './throughput.ts'
import {
  fillCatalogue,
  measurePages,
  measureUncachedReplies,
  PAGE_COUNTS,
  type PageCost,
  UNCACHED_SETTINGS,
  UNCACHED_URLS,
} from './uncached-replies.ts'

/** The targets; names end with their units. `ratio` and `growth` compare with node:http and with fewer rows. */
const TARGETS = {
  ratio: 0.9,
  readyMs: 1_000,
  startedMb: 160,
  loadedMb: 220,
  pageMs: 2.5,
  growth: 3,
  scriptBytes: 80 * 1024,
  scriptFiles: 4,
  healthMs: 200,
  analysisMs: 150,
  searchMs: 60,
  warmUpMs: 200,
  keystrokeMs: 100,
  longestBlockMs: 50,
  searchMemoryMb: 60,
  listMs: 100,
  summaryMs: 30,
} as const
const CATALOGUE_SIZES = { few: 100, many: 10_000 } as const
const SEARCHED_CATALOGUE_SIZES = { few: 100, many: 100_000 } as const
const SUBMISSION_COUNTS = { few: 1_000, many: 100_000 } as const

const print = (line: string) => process.stdout.write(`${line}\n`)
const formatInteger = (number: number) => Math.round(number).toLocaleString('en')
const formatKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const formatMilliseconds = (time: number) => `${time.toFixed(1)} ms`

async function measureStarts(dataDir: string): Promise<{ rows: Row[]; server: ServerProcess }> {
  const cold = await startServer(dataDir)
  await cold.stop()
  const server = await startServer(dataDir)
  return {
    server,
    rows: [
      {
        label: 'start with an empty data folder until ready',
        figure: `${formatInteger(cold.readyMs)} ms`,
        target: '',
        verdict: '',
      },
      {
        label: 'restart until ready',
        figure: `${formatInteger(server.readyMs)} ms`,
        target: `≤ ${formatInteger(TARGETS.readyMs)} ms`,
        verdict: atMost(server.readyMs, TARGETS.readyMs),
      },
      await createMemoryRow('memory after start', server, TARGETS.startedMb),
    ],
  }
}

async function createMemoryRow(label: string, server: ServerProcess, target: number): Promise<Row> {
  const memory = await server.memory()
  return { label, figure: `${formatInteger(memory)} MB`, target: `≤ ${target} MB`, verdict: atMost(memory, target, 0) }
}

async function measureCachedReplies(server: ServerProcess, folder: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['home page', PAGES.home],
    ['content call', documentCalls.home.path],
  ] as const) {
    const { ours, bare, ratio, spread, cost, bytes } = await measureThroughput(server, path, folder)
    const range = `${spread.least.toFixed(2)}–${spread.most.toFixed(2)}`
    rows.push({
      label: `cached ${name} (${formatKilobytes(bytes)}) against bare node:http`,
      figure: `${ratio.toFixed(2)} (${range}); ${formatInteger(ours)} against ${formatInteger(bare)} requests/s; ${formatInteger(cost.ours)} against ${formatInteger(cost.bare)} µs of processor time`,
      target: `≥ ${TARGETS.ratio}`,
      verdict: atLeast(ratio, TARGETS.ratio),
    })
  }
  rows.push(await createMemoryRow('memory after load', server, TARGETS.loadedMb))
  return rows
}

async function benchUncachedReplies(folder: string): Promise<Row[]> {
  const servers: ServerProcess[] = []
  try {
    for (const [name, count] of Object.entries(CATALOGUE_SIZES)) {
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      await fillCatalogue(dataDir, count)
      servers.push(await startServer(dataDir, UNCACHED_SETTINGS))
    }
    const [few, many] = servers
    if (!few || !many) throw new Error('Two servers must be running.')
    const rows = describePages(await measurePages(few))
    for (const [name, paths] of Object.entries(UNCACHED_URLS)) {
      const times = await measureUncachedReplies(few, many, paths)
      rows.push({
        label: `uncached ${name}, ${formatInteger(CATALOGUE_SIZES.many)} products against ${CATALOGUE_SIZES.few}`,
        figure: `${times.ratio.toFixed(2)}; ${formatMilliseconds(times.many)} against ${formatMilliseconds(times.few)} (${times.requests} each)`,
        target: `≤ ${TARGETS.growth}`,
        verdict: atMost(times.ratio, TARGETS.growth),
      })
    }
    return rows
  } finally {
    for (const server of servers) await server.stop()
  }
}

function describePages({ cold, warm }: Awaited<ReturnType<typeof measurePages>>): Row[] {
  const formatCost = ({ total, mainThread, v8Threads }: PageCost) =>
    `${formatMilliseconds(total)} of processor time: main thread ${mainThread.toFixed(1)}, V8 threads ${v8Threads.toFixed(1)}`
  return [
    {
      label: `uncached catalogue page, first ${PAGE_COUNTS.cold} after a start`,
      figure: formatCost(cold),
      target: '',
      verdict: '',
    },
    {
      label: `uncached catalogue page, after ${PAGE_COUNTS.cold + PAGE_COUNTS.warming}`,
      figure: formatCost(warm),
      target: `≤ ${formatMilliseconds(TARGETS.pageMs)}`,
      verdict: atMost(warm.total, TARGETS.pageMs),
    },
  ]
}

/**
 * Measures lists, searches and facets of the services; `benchUncachedReplies` measures the cost of an uncached reply.
 */
async function benchProductSearches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(SEARCHED_CATALOGUE_SIZES)) {
    const times = await measureSearch(await fillSearch(folder, count))
    fewMemory ??= times.memory
    rows.push(...describeSearches(`${formatInteger(count)} products of 20 facts`, times, fewMemory))
  }
  return rows
}

/** The same on PostgreSQL, after the background indexing of text positions; without a server, returns no rows. */
async function benchPostgresSearches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(SEARCHED_CATALOGUE_SIZES)) {
    const times = await withPostgres(async (url) => {
      const filled = await fillSearch(folder, count, () => openPostgresDatabase(url))
      await filled.services.products.refreshSearch()
      return measureSearch(filled)
    })
    if (!times) {
      print('Skipping PostgreSQL: no server is reachable.')
      return []
    }
    fewMemory ??= times.memory
    rows.push(...describeSearches(`PostgreSQL, ${formatInteger(count)} products of 20 facts`, times, fewMemory))
  }
  return rows
}

/** Measures imports as on SQLite, and compares them with the exported data. */
async function benchPostgresTables(folder: string): Promise<Row[]> {
  const created: { drop(): Promise<void> }[] = []
  try {
    return await measureImports(join(folder, 'postgres-tables'), async () => {
      const database = await createServerDatabase()
      created.push(database)
      return openPostgresDatabase(database.url)
    })
  } finally {
    for (const { drop } of created) await drop()
  }
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
    ...Object.entries(queries).map(([name, time]) =>
      createRow(name, formatMilliseconds(time), `≤ ${TARGETS.searchMs} ms`, atMost(time, TARGETS.searchMs)),
    ),
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

async function benchReviewLists(folder: string): Promise<Row[]> {
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
    return rows
  } finally {
    await few.database.close()
    await many.database.close()
  }
}

/** Measures every list with many rows, on SQLite and, if a server is reachable, on PostgreSQL. */
async function benchLists(folder: string): Promise<Row[]> {
  const onSqlite = await describeLists('SQLite', await fillLists(folder))
  const onPostgres = await withPostgres(async (url) =>
    describeLists('PostgreSQL', await fillLists(folder, () => openPostgresDatabase(url))),
  )
  if (!onPostgres) print('Skipping PostgreSQL: no server is reachable.')
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

async function benchAnalytics(folder: string): Promise<Row[]> {
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

async function benchAdversarialBodies(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'adversarial-bodies')
  await mkdir(dataDir)
  const server = await startServer(dataDir, ADVERSARIAL_BODIES_SETTINGS)
  try {
    return (await measureAdversarialBodies(server)).map(({ kind, body, healthMs, saveMs }) => ({
      label: `/healthz while adversarial bodies are saved as ${kind}`,
      figure: `${formatInteger(healthMs)} ms at most (${body}); slowest save ${formatInteger(saveMs)} ms`,
      target: `≤ ${TARGETS.healthMs} ms`,
      verdict: atMost(healthMs, TARGETS.healthMs, 0),
    }))
  } finally {
    await server.stop()
  }
}

function benchEvaluations(): Row[] {
  const time = measureAnalysis()
  return [
    {
      label: 'analysis of 10 candidates by 14 criteria and 8 judges, 10,000 draws',
      figure: `${formatMilliseconds(time)} of processor time`,
      target: `≤ ${TARGETS.analysisMs} ms`,
      verdict: atMost(time, TARGETS.analysisMs),
    },
  ]
}

async function benchPageWeights(server: ServerProcess): Promise<Row[]> {
  return (await measurePageWeights(server.origin)).map(({ page, html, files, js, afterInteraction }) => ({
    label: `weight of ${decodeURIComponent(page)}`,
    figure: `HTML with inline style ${formatKilobytes(html)}; JS ${formatKilobytes(js)} in ${files} files, ${formatKilobytes(afterInteraction)} after interaction`,
    target: `JS ≤ ${formatKilobytes(TARGETS.scriptBytes)} in ${TARGETS.scriptFiles} files`,
    verdict: files > TARGETS.scriptFiles ? 'missed' : atMost(js, TARGETS.scriptBytes, 0),
  }))
}

async function benchPages(folder: string): Promise<Row[]> {
  const { rows, server } = await measureStarts(join(folder, 'sample'))
  try {
    return [...rows, ...(await benchPageWeights(server)), ...(await measureCachedReplies(server, folder))]
  } finally {
    await server.stop()
  }
}

async function benchFirstPaint(folder: string): Promise<Row[]> {
  const server = await startServer(join(folder, 'first-paint'))
  try {
    return await measureFirstPaint(server.origin)
  } finally {
    await server.stop()
  }
}

type Parts = Readonly<Record<string, (folder: string) => Promise<Row[]> | Row[]>>
const PARTS: Parts = {
  pages: benchPages,
  'first-paint': benchFirstPaint,
  uncached: benchUncachedReplies,
  search: benchProductSearches,
  'postgres-search': benchPostgresSearches,
  submissions: benchReviewLists,
  tables: (folder) => measureTables(join(folder, 'tables')),
  analytics: benchAnalytics,
  lists: benchLists,
  evaluations: benchEvaluations,
  'adversarial-bodies': benchAdversarialBodies,
}
/** Parts that only run if named: they take minutes, and tests cover the same with fewer rows. */
const NAMED_PARTS: Parts = { 'postgres-tables': benchPostgresTables }

const startedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'zhijian-bench-'))
try {
  const named = process.argv.slice(2)
  const parts = { ...PARTS, ...NAMED_PARTS }
  const unknown = named.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join()}; available: ${Object.keys(parts).join()}`)
  print(`Measuring on ${describeMachine()}; all parts take twenty minutes.`)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(named.length === 0 ? PARTS : parts))
    if (named.length === 0 || named.includes(name)) rows.push(...(await measure(folder)))
  print(`\n${formatConsoleTable(rows)}`)
  if (named.length === 0)
    await writeFile(
      join(import.meta.dirname, '../../docs/performance.md'),
      formatMarkdown(rows, (performance.now() - startedAt) / 1000),
    )
  process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
} finally {
  await rm(folder, { recursive: true })
}
