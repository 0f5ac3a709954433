/** Formats the figures for the console and for docs/performance.md. */
import { cpus, totalmem } from 'node:os'

/** `missed`: the figure misses its target by more than the tolerance. */
type Verdict = 'met' | 'within tolerance' | 'missed'
export type Row = { label: string; figure: string; target: string; verdict: Verdict | '' }

/**
 * On a machine with other load, the median ratio of the interleaved rounds varied by up to a tenth between runs without
 * changes, so a smaller deviation is not significant. Sizes don't vary, and have no tolerance.
 */
const TOLERANCE = 0.1

export const atLeast = (value: number, target: number, tolerance = TOLERANCE): Verdict =>
  getVerdict(value >= target, value >= target * (1 - tolerance))
export const atMost = (value: number, target: number, tolerance = TOLERANCE): Verdict =>
  getVerdict(value <= target, value <= target * (1 + tolerance))

function getVerdict(isMet: boolean, isWithinTolerance: boolean): Verdict {
  if (isMet) return 'met'
  return isWithinTolerance ? 'within tolerance' : 'missed'
}

/** Returns the verdict of a figure with several targets. */
export const getWorstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  (['missed', 'within tolerance'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'met'

export const formatInteger = (number: number): string => Math.round(number).toLocaleString('en')
export const formatKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
export const formatMilliseconds = (time: number): string => `${time.toFixed(1)} ms`

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printSkippedPostgres = (): void => print('Skipping PostgreSQL: no server is reachable.')

const COLUMNS = ['label', 'figure', 'target', 'verdict'] as const

export function formatConsoleTable(rows: readonly Row[]): string {
  const widths = COLUMNS.map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ')).join('\n')
}

export const describeMachine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`

export function formatMarkdown(rows: readonly Row[], seconds: number): string {
  const table = rows.map((row) => `| ${COLUMNS.map((column) => row[column]).join(' | ')} |`).join('\n')
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} in ${Math.round(seconds)} s, on ${describeMachine()}.
Run it again to measure your own machine. It builds the site if needed, starts the production server on a separate folder, and exits
with 1 if a target is missed by more than its tolerance (a tenth for ratios, none for sizes).

| what | figure | target | |
| --- | --- | --- | --- |
${table}

## How it is measured
- **Cached replies** are requested with autocannon (32 connections, a separate process) alternately from our server and from bare
  \`node:http\` that sends the same bytes with the same headers: fifteen rounds of 1 s each. The figure compares the processor time
  per reply, over all threads of the server's process, of the round in which it was least on either side: other load evicts a
  process from the caches and only increases it. The client needs more time than the server, and the two share the machine's
  cores, so the replies per second, which are medians, are a lower bound.
- **Uncached replies** are sequential requests for URLs that were never requested before, alternately from a server with 100 products
  and from one with 10,000; the first fifth is not counted. Every list and search is cut to the same number of results. The processor
  time of an uncached page is that of the smaller server's process just after its start, over all threads: for the first twenty pages,
  and, after two hundred more, for four hundred. The main thread renders and compresses; V8's threads compile and collect garbage. A
  page shows twelve products of a hundred, under a URL with a filter that was never used. Memory is measured after 10,000 such pages,
  eight at once.
- **Product searches** call the services, without cached replies, seven times each after a warm-up call. The process has just opened a
  database and has read what a start reads before \`/readyz\` is 200. The slowest keystroke is the slowest prefix of
  three typed words. On PostgreSQL, if a server is available, they use a separate database whose text positions have been read, as in a
  running server half a minute after a change; the time is wall-clock time and includes both processes.
- **Review list** is a page of submissions with its counts by status, requested from the service nine times in a row. A hundred times as
  many submissions may take twenty times as long, because the counts read every match; a hundred times if all of them match.
- **Tables** are exported to a file and imported from one by the services, on SQLite in a file, with twenty facts per product,
  after an export and small imports that load the modules. Memory is the peak of the resident set above its value at the start, sampled
  every 50 ms, and what remains afterwards; most of an import's peak is garbage that V8 has not collected yet. Imported data is compared
  with the exported data, field by field and fact by fact; a difference fails the run. \`node --expose-gc testing/bench/tables.ts\`
  measures them alone, \`npm run bench -- postgres-tables\` imports on PostgreSQL.
- **Analytics** are calculated in-process, over two years of visits of 300 products and 50 referrers and over two months of them,
  alternately; the median of forty.
- **Lists at full size** are requested from the services, five times each after a warm-up call, in a database with all of these rows at
  once: first and last pages and every filter of the back office, the dashboard, the analytics, a member's own lists. A row names the
  slowest of its lists. Searches that match every row, statistics of reviews and a product's summary have rows of their own. The
  databases generate the rows themselves; 10,000,000 page views are four years of sums. On PostgreSQL, text positions have been read,
  as above.
- **Adversarial bodies** are the largest that the limits allow, and hard to pair, compare, validate or store: equal lists, equal names,
  deep nesting, thousands of fields, one text, and products with malformed rich texts and long descriptions. Each is saved twice as every
  kind of document while \`/healthz\` is requested every 5 ms; the slowest reply of the better round counts.
- **Runs** ask four agents on this machine, which the benchmark itself plays, five conversations at once each; the time is from the
  run's start to its end. Processor time is that of the server's process over all threads, including the creation of the project and
  800 requests for a page. The page is requested sequentially 400 times before and during the run.
  \`BENCH_PROMPTFOO=on npm run bench -- agent-runs\` has promptfoo ask the same agents, too: it is installed into the bench's folder.
- **Start** is measured from the start of the process to the first 200 of \`/readyz\`: on an empty folder (including migrations and sample
  content), then on the same folder again. Memory is the resident set of the process.
- **Weights** are the bytes on the wire with brotli: the HTML with its inline style, the scripts that a page loads by itself after it is
  painted, and those it has loaded after an interaction. A page that requests a style sheet or a script before it is painted fails the
  run.
- **First paint** is measured by Lighthouse with its own settings: a phone with a processor four times as slow as this one, on a
  connection of 1.6 Mbit/s with a round trip of 150 ms, simulated from a visit at full speed. Each page is opened three times in a new
  browser; the medians count. Processor times depend on the machine's other load: they are meaningful on an idle machine with a benchmark
  above 2,000. \`npm run bench -- first-paint\` measures first paint alone.

## What limits them
- **A cached reply** is sent before the framework sees the request. What remains is Node's HTTP parser, one map lookup and \`writeHead\`
  with precomputed headers.
- **An uncached reply** is React's rendering of what no earlier page contained (decision 052), and compression, with zstd if the browser
  supports it (a reply that is requested again is recompressed with brotli). Neither depends on the number of products. A list's
  filters and searches scan the catalogue in memory, and a search of long texts queries the database's index of bigrams.
- **A start** spends most of its time loading modules, which \`npm start\` keeps compiled. The site's files were compressed by the build, and
  Chinese dictionaries, the workbook library and the HTML sanitizer are loaded on first use.
- **The review list** has exact counts, so a word in every submission costs one look-up of each: 20 ms at 100,000.
`
}
