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
import { measureAnalysis } from './evaluations.ts'
import { measureFigures } from './figures.ts'
import { measureFirstPaint } from './first-paint.ts'
import { REVIEWS_OF_ONE } from './list-rows.ts'
import { type FilledLists, fillLists, LIST_SIZES, timeLists } from './lists.ts'
import {
  fillCatalogue,
  MISSES,
  MISSES_SETTINGS,
  measureMisses,
  measurePages,
  PAGE_COUNTS,
  type PageCost,
} from './misses.ts'
import { measureOddBodies, ODD_BODIES_SETTINGS } from './odd-bodies.ts'
import { type Program, startServer } from './production-server.ts'
import { atLeast, atMost, consoleTable, machine, markdown, type Row } from './report.ts'
import { fillSearch, type SearchTimes, timeSearch } from './search.ts'
import { fillSubmissions, SUBMISSION_QUERIES, timeSubmissions } from './submissions.ts'
import { measureImports, measureTables } from './tables.ts'
import { measureThroughput } from './throughput.ts'
import { weighPages } from './weights.ts'

const AIMS = {
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
  preparedMs: 200,
  keyMs: 100,
  turnMs: 50,
  searchMemoryMb: 60,
  listMs: 100,
  summaryMs: 30,
} as const
const SIZES = { few: 100, many: 10_000 } as const
const SEARCHED = { few: 100, many: 100_000 } as const
const SUBMISSIONS = { few: 1_000, many: 100_000 } as const

const print = (line: string) => process.stdout.write(`${line}\n`)
const formatInteger = (number: number) => Math.round(number).toLocaleString('en')
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const milliseconds = (time: number) => `${time.toFixed(1)} ms`

async function measureStarts(dataDir: string): Promise<{ rows: Row[]; server: Program }> {
  const cold = await startServer(dataDir)
  await cold.stop()
  const server = await startServer(dataDir)
  return {
    server,
    rows: [
      {
        label: 'start with an empty data folder until ready',
        figure: `${formatInteger(cold.readyMs)} ms`,
        aim: '',
        verdict: '',
      },
      {
        label: 'restart until ready',
        figure: `${formatInteger(server.readyMs)} ms`,
        aim: `≤ ${formatInteger(AIMS.readyMs)} ms`,
        verdict: atMost(server.readyMs, AIMS.readyMs),
      },
      await createMemoryRow('memory after start', server, AIMS.startedMb),
    ],
  }
}

async function createMemoryRow(label: string, server: Program, aim: number): Promise<Row> {
  const memory = await server.memory()
  return { label, figure: `${formatInteger(memory)} MB`, aim: `≤ ${aim} MB`, verdict: atMost(memory, aim, 0) }
}

async function measureCachedReplies(server: Program, folder: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['home page', PAGES.home],
    ['content call', documentCalls.home.path],
  ] as const) {
    const { ours, bare, ratio, spread, cost, bytes } = await measureThroughput(server, path, folder)
    const range = `${spread.least.toFixed(2)}–${spread.most.toFixed(2)}`
    rows.push({
      label: `cached ${name} (${kilobytes(bytes)}) against bare node:http`,
      figure: `${ratio.toFixed(2)} (${range}); ${formatInteger(ours)} against ${formatInteger(bare)} requests/s; ${formatInteger(cost.ours)} against ${formatInteger(cost.bare)} µs of processor time`,
      aim: `≥ ${AIMS.ratio}`,
      verdict: atLeast(ratio, AIMS.ratio),
    })
  }
  rows.push(await createMemoryRow('memory after load', server, AIMS.loadedMb))
  return rows
}

async function misses(folder: string): Promise<Row[]> {
  const servers: Program[] = []
  try {
    for (const [name, count] of Object.entries(SIZES)) {
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      await fillCatalogue(dataDir, count)
      servers.push(await startServer(dataDir, MISSES_SETTINGS))
    }
    const [few, many] = servers
    if (!few || !many) throw new Error('Two servers must be running.')
    const rows = describePages(await measurePages(few))
    for (const [name, paths] of Object.entries(MISSES)) {
      const miss = await measureMisses(few, many, paths)
      rows.push({
        label: `uncached ${name}, ${formatInteger(SIZES.many)} products against ${SIZES.few}`,
        figure: `${miss.ratio.toFixed(2)}; ${milliseconds(miss.many)} against ${milliseconds(miss.few)} (${miss.requests} each)`,
        aim: `≤ ${AIMS.growth}`,
        verdict: atMost(miss.ratio, AIMS.growth),
      })
    }
    return rows
  } finally {
    for (const server of servers) await server.stop()
  }
}

function describePages({ cold, warm }: Awaited<ReturnType<typeof measurePages>>): Row[] {
  const figure = ({ all, first, engine }: PageCost) =>
    `${milliseconds(all)} of processor time: main thread ${first.toFixed(1)}, V8 threads ${engine.toFixed(1)}`
  return [
    {
      label: `uncached catalogue page, first ${PAGE_COUNTS.cold} after a start`,
      figure: figure(cold),
      aim: '',
      verdict: '',
    },
    {
      label: `uncached catalogue page, after ${PAGE_COUNTS.cold + PAGE_COUNTS.warming}`,
      figure: figure(warm),
      aim: `≤ ${milliseconds(AIMS.pageMs)}`,
      verdict: atMost(warm.all, AIMS.pageMs),
    },
  ]
}

/** Measures lists, searches and facets of the services; the cost of an uncached reply is measured above. */
async function searches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(SEARCHED)) {
    const times = await timeSearch(await fillSearch(folder, count))
    fewMemory ??= times.memory
    rows.push(...describeSearches(`${formatInteger(count)} products of 20 facts`, times, fewMemory))
  }
  return rows
}

/** The same on PostgreSQL, after the background indexing of text positions; without a server, returns no rows. */
async function postgresSearches(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  let fewMemory: number | undefined
  for (const count of Object.values(SEARCHED)) {
    const times = await withPostgres(async (url) => {
      const filled = await fillSearch(folder, count, () => openPostgresDatabase(url))
      await filled.services.products.refreshSearch()
      return timeSearch(filled)
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
async function postgresTables(folder: string): Promise<Row[]> {
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
  const { prepared, first, second, turn, memory, queries, slowestKey } = times
  const growth = memory - fewMemory
  const row = (label: string, figure: string, aim: string, verdict: Row['verdict']): Row => ({
    label: `${catalogue}, ${label}`,
    figure,
    aim,
    verdict,
  })
  return [
    row(
      'index loading before the start is ready',
      milliseconds(prepared),
      `≤ ${AIMS.preparedMs} ms`,
      atMost(prepared, AIMS.preparedMs),
    ),
    row(
      'first list after a start against the second',
      `${milliseconds(first)} against ${milliseconds(second)}`,
      `≤ ${AIMS.searchMs} ms more`,
      atMost(first, second + AIMS.searchMs),
    ),
    ...Object.entries(queries).map(([name, time]) =>
      row(name, milliseconds(time), `≤ ${AIMS.searchMs} ms`, atMost(time, AIMS.searchMs)),
    ),
    row(
      'slowest keystroke of a typed word',
      `${milliseconds(slowestKey.time)} (${slowestKey.typed})`,
      `≤ ${AIMS.keyMs} ms`,
      atMost(slowestKey.time, AIMS.keyMs),
    ),
    row('longest event-loop block', milliseconds(turn), `≤ ${AIMS.turnMs} ms`, atMost(turn, AIMS.turnMs)),
    row(
      'memory used',
      `${memory.toFixed(1)} MB, ${growth.toFixed(1)} MB more`,
      `≤ ${AIMS.searchMemoryMb} MB more`,
      atMost(growth, AIMS.searchMemoryMb),
    ),
  ]
}

async function reviews(folder: string): Promise<Row[]> {
  const few = await fillSubmissions(folder, SUBMISSIONS.few)
  const many = await fillSubmissions(folder, SUBMISSIONS.many)
  try {
    const rows: Row[] = []
    for (const [name, { query, growth }] of Object.entries(SUBMISSION_QUERIES)) {
      const times = { few: await timeSubmissions(few, query), many: await timeSubmissions(many, query) }
      const ratio = times.many / times.few
      rows.push({
        label: `review list, ${name}, ${formatInteger(SUBMISSIONS.many)} submissions against ${formatInteger(SUBMISSIONS.few)}`,
        figure: `${ratio.toFixed(2)}; ${milliseconds(times.many)} against ${milliseconds(times.few)}`,
        aim: `≤ ${growth}`,
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
async function lists(folder: string): Promise<Row[]> {
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
    const aim = subject === 'summary' ? AIMS.summaryMs : AIMS.listMs
    return {
      label: `${database}, ${many}: slowest of ${lists.length}`,
      figure: `${milliseconds(slowest.time)} (${slowest.name})`,
      aim: `≤ ${aim} ms`,
      verdict: atMost(slowest.time, aim),
    }
  })
}

const LIST_LABELS: Readonly<Record<string, string>> = {
  audit: 'audit entries',
  reviews: "members' reviews",
  statistics: `statistics of ${formatInteger(LIST_SIZES.reviews)} reviews`,
  summary: `a product with ${formatInteger(REVIEWS_OF_ONE)} reviews`,
  revisions: 'revisions of a document',
  wide: `searches that match all of ${formatInteger(LIST_SIZES.reviews)}`,
  views: 'page views',
}

async function figures(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'figures')
  await mkdir(dataDir)
  const { rows, month, year } = await measureFigures(dataDir)
  const [stored, span] = [month.many / month.few, year / month.many]
  return [
    {
      label: `analytics of 30 days, ${formatInteger(rows.many)} stored sums against ${formatInteger(rows.few)}`,
      figure: `${stored.toFixed(2)}; ${milliseconds(month.many)} against ${milliseconds(month.few)}`,
      aim: `≤ ${AIMS.growth}`,
      verdict: atMost(stored, AIMS.growth),
    },
    {
      label: 'analytics of 12 months against 30 days',
      figure: `${span.toFixed(2)}; ${milliseconds(year)} against ${milliseconds(month.many)}`,
      aim: `≤ ${AIMS.growth}`,
      verdict: atMost(span, AIMS.growth),
    },
  ]
}

async function oddBodies(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'odd-bodies')
  await mkdir(dataDir)
  const server = await startServer(dataDir, ODD_BODIES_SETTINGS)
  try {
    return (await measureOddBodies(server)).map(({ kind, body, healthMs, saveMs }) => ({
      label: `/healthz while adversarial bodies are saved as ${kind}`,
      figure: `${formatInteger(healthMs)} ms at most (${body}); slowest save ${formatInteger(saveMs)} ms`,
      aim: `≤ ${AIMS.healthMs} ms`,
      verdict: atMost(healthMs, AIMS.healthMs, 0),
    }))
  } finally {
    await server.stop()
  }
}

function evaluations(): Row[] {
  const time = measureAnalysis()
  return [
    {
      label: 'analysis of 10 candidates by 14 criteria and 8 judges, 10,000 draws',
      figure: `${milliseconds(time)} of processor time`,
      aim: `≤ ${AIMS.analysisMs} ms`,
      verdict: atMost(time, AIMS.analysisMs),
    },
  ]
}

async function weights(server: Program): Promise<Row[]> {
  return (await weighPages(server.origin)).map(({ page, html, files, js, afterInteraction }) => ({
    label: `weight of ${decodeURIComponent(page)}`,
    figure: `HTML with inline style ${kilobytes(html)}; JS ${kilobytes(js)} in ${files} files, ${kilobytes(afterInteraction)} after interaction`,
    aim: `JS ≤ ${kilobytes(AIMS.scriptBytes)} in ${AIMS.scriptFiles} files`,
    verdict: files > AIMS.scriptFiles ? 'missed' : atMost(js, AIMS.scriptBytes, 0),
  }))
}

async function pages(folder: string): Promise<Row[]> {
  const { rows, server } = await measureStarts(join(folder, 'sample'))
  try {
    return [...rows, ...(await weights(server)), ...(await measureCachedReplies(server, folder))]
  } finally {
    await server.stop()
  }
}

async function firstPaint(folder: string): Promise<Row[]> {
  const server = await startServer(join(folder, 'first-paint'))
  try {
    return await measureFirstPaint(server.origin)
  } finally {
    await server.stop()
  }
}

type Parts = Readonly<Record<string, (folder: string) => Promise<Row[]> | Row[]>>
const PARTS: Parts = {
  pages,
  'first-paint': firstPaint,
  misses,
  search: searches,
  'postgres-search': postgresSearches,
  submissions: reviews,
  tables: (folder) => measureTables(join(folder, 'tables')),
  figures,
  lists,
  evaluations,
  'odd-bodies': oddBodies,
}
/** Parts that only run if named: they take minutes, and tests cover the same with fewer rows. */
const NAMED_PARTS: Parts = { 'postgres-tables': postgresTables }

const began = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'zhijian-bench-'))
try {
  const only = process.argv.slice(2)
  const parts = { ...PARTS, ...NAMED_PARTS }
  const unknown = only.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join()}; available: ${Object.keys(parts).join()}`)
  print(`Measuring on ${machine()}; all parts take twenty minutes.`)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(only.length === 0 ? PARTS : parts))
    if (only.length === 0 || only.includes(name)) rows.push(...(await measure(folder)))
  print(`\n${consoleTable(rows)}`)
  if (only.length === 0)
    await writeFile(
      join(import.meta.dirname, '../../docs/performance.md'),
      markdown(rows, (performance.now() - began) / 1000),
    )
  process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
} finally {
  await rm(folder, { recursive: true })
}
