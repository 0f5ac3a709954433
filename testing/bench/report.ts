/** The figures as a table on the console and as docs/performance.md. */
import { cpus, totalmem } from 'node:os'

/** `missed` is beyond the tolerance too. */
export type Verdict = 'met' | 'within tolerance' | 'missed'
export type Row = { label: string; figure: string; aim: string; verdict: Verdict | '' }

/**
 * On a machine with other work the median ratio of the interleaved rounds moved by up to a tenth from run to run with
 * nothing changed: a figure beyond its aim by less than that proves nothing. Sizes don't vary, and have no tolerance.
 */
const TOLERANCE = 0.1

export const atLeast = (value: number, aim: number, tolerance = TOLERANCE): Verdict =>
  value >= aim ? 'met' : value >= aim * (1 - tolerance) ? 'within tolerance' : 'missed'
export const atMost = (value: number, aim: number, tolerance = TOLERANCE): Verdict =>
  value <= aim ? 'met' : value <= aim * (1 + tolerance) ? 'within tolerance' : 'missed'

/** Returns the verdict of a figure with several aims. */
export const worst = (verdicts: readonly Verdict[]): Verdict =>
  (['missed', 'within tolerance'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'met'

const COLUMNS = ['label', 'figure', 'aim', 'verdict'] as const

export function consoleTable(rows: readonly Row[]): string {
  const widths = COLUMNS.map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ')).join('\n')
}

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`

export function markdown(rows: readonly Row[], seconds: number): string {
  const table = rows.map((row) => `| ${COLUMNS.map((column) => row[column]).join(' | ')} |`).join('\n')
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} in ${Math.round(seconds)} s, on ${machine()}.
Run it again to get figures of your own machine; it builds the site where needed, starts the production server on a folder
of its own, and ends with 1 where an aim is missed by more than its tolerance (a tenth for ratios, none for sizes).

| what | figure | aim | |
| --- | --- | --- | --- |
${table}

## How it is measured
- **Kept replies** are asked for by autocannon (32 connections, a process of its own) in turn from our server and from bare
  \`node:http\` that sends the same bytes with the same headers: eleven rounds of 1 s each, the median of the rounds'
  ratios, the least and the most behind it. Client and server share the machine's cores, so the absolute figures are a
  floor; processor time a reply is what the server's process used, which other work on the machine doesn't add to.
- **Misses** are sequential requests for addresses that nobody has asked for before, in turn from a server with 100 products
  and from one with 10,000; the first fifth is not counted. Every list and search is cut to the same number of results. An
  uncached page's processor time is that of the smaller server's process, which has just been started: all threads, the
  first twenty pages, then, after two hundred more, four hundred. The first thread renders and compresses, V8's compile and
  collect garbage. A page is twelve products of a hundred, under an address that names a filter which nobody has used.
- **Searches of products** are asked of the services, without kept replies, seven times each after a first one, in a process
  that has just opened a database whose bits were stored, after it has read what a start reads before \`/readyz\` is 200; the slowest key is the slowest beginning of three typed words. On
  PostgreSQL they are asked where a server answers, of a database of its own whose places in texts were read before, as a
  server in use has them half a minute after a change; its time is that of both processes, by the clock.
- **Review list** is a page of submissions with its counts by status, asked of the service nine times in a row; a hundred times
  as many submissions may cost twenty times as much, since the counts look at every one that is found; where that is all of them, a hundred times.
- **Tables** are written to a file, and read from one, by the services themselves on SQLite in a file; twenty facts a product.
  Memory is the resident set's peak beyond its start, sampled every 50 ms, and what is still there afterwards; the longest
  turn is the event loop's. What was imported is compared with what was exported, field by field and fact by fact, and
  fails the run if it differs. \`node --expose-gc testing/bench/tables.ts\` measures them alone,
  \`npm run bench -- postgres-tables\` imports on PostgreSQL.
- **Figures** are the analytics' sums in the process itself, over two years of visits of 300 products and 50 referrers and
  over two months of them, in turn; the median of forty.
- **Lists at size** are asked of the services, five times each after a first one, in a database that has all of these rows
  at once: first and last pages and every filter of the back office, the dashboard, the analytics, a member's own lists. A row
  names the slowest of its lists; searches that find every row, statistics of reviews and a product's summary have rows of
  their own. The rows are made by the databases themselves; 10,000,000 page views are four years of sums.
- **Odd bodies** are the largest that the limits allow, hard to pair, compare, check or store: equal lists, namesakes, deep
  nests, thousands of fields, one text, and products with odd rich texts and long descriptions. Each is saved twice on every
  kind of document while \`/healthz\` is asked for every 5 ms; the slowest answer of the better round counts.
- **Start** is from the process's start to the first 200 of \`/readyz\`: on an empty folder (migrations and sample content
  included), then on the same folder again. Memory is the process's resident set.
- **Weights** are the bytes on the wire under brotli: the HTML with the style that it holds, the scripts that a page asks for by
  itself once it is painted, and those that it has fetched when somebody uses it. A page that asks for a style or a script
  before it is painted fails the run.
- **First paint** is Lighthouse's, with its own settings: a telephone with a processor four times as slow as this one, on a
  connection of 1.6 Mbit/s with 150 ms there and back, simulated from a visit at full speed. Each page is opened three times in a new browser; the
  medians. The times of the processor follow what else the machine does: they count on a quiet one, whose benchmark
  is above 2,000. \`npm run bench -- first-paint\` measures them alone.

## What limits them
A kept reply goes out before the framework sees the request: what is left is Node's own HTTP parsing, one look in a map and
\`writeHead\` with headers made once. A miss is React's rendering of what no page before it had (decision 921) and compression, in zstd where the browser takes it (a
reply that is asked for again is compressed anew by brotli), which don't depend on the number of products; a list's order and filters are bits in memory, and a search asks the database's index of words. At
start most time goes into loading modules, which \`npm start\` keeps compiled; the site's files were compressed when it was built,
and neither Chinese dictionaries nor workbooks are loaded before somebody needs them. The review list's counts are exact,
so that a word which every submission has costs one look at each: 50 ms at 100,000.
`
}
