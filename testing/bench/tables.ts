/**
 * Measures exports of a large catalogue and imports of large files, with facts: time, additional memory and the longest
 * block of the event loop; and compares imported with exported data. `node testing/bench/tables.ts` measures them
 * alone; an argument sets the number of exported products.
 */
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { TABLE_FORMATS, type TableFormat } from '#contracts/table.ts'
import { insertFacts, saveFactsVersions } from '#server/modules/facts/store.ts'
import { toProductColumns } from '#server/modules/products/view.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { SUPER_ADMIN } from '#testing/factories/users.ts'
import { compareCatalogues } from './compare-catalogues.ts'
import { createFactRow } from './fact-row.ts'
import { createProductInput, getRowValues } from './products.ts'
import { atMost, formatConsoleTable, formatInteger, getWorstVerdict, type Row } from './report.ts'

const FACTS_PER_PRODUCT = 20
/** Limited by the duration of the whole benchmark; memory doesn't grow further with more products. */
const EXPORTED_PRODUCTS = 20_000
const IMPORTED_PRODUCTS = 10_000
/** Products of the imports before the measured ones. */
const WARM_UP_ROWS = 500
const PRODUCTS_PER_PART = 500
const CREATED_AT = '2026-11-21T02:00:00.000Z'
const ACTOR = { id: 'bench', name: 'bench', ip: null }
const SAMPLE_MS = 50
const MB = 2 ** 20

/** Additional megabytes, and the longest block of the event loop in milliseconds. */
const TARGETS = { exportMb: 30, importMb: 100, longestBlockMs: 50 } as const

type FilledDatabase = { database: Database; services: Services }
type Measurement = { seconds: number; peakMb: number; retainedMb: number; longestBlockMs: number }

/** Opens an empty database with a name. */
type OpenDatabase = (name: string) => Promise<Database>

const openSqlite =
  (folder: string): OpenDatabase =>
  async (name) =>
    openSqliteDatabase(join(folder, `${name}.sqlite`))

async function openServices(folder: string, name: string, openDatabase: OpenDatabase): Promise<FilledDatabase> {
  await mkdir(folder, { recursive: true })
  const database = await openDatabase(name)
  const services = createServices({
    database,
    fileStore: openFileStore({ s3: undefined, folder: join(folder, 'uploads') }),
  })
  await services.facts.attributes.seed()
  return { database, services }
}

async function insertProductsWithFacts({ database, services }: FilledDatabase, count: number): Promise<void> {
  const attributes = await services.facts.attributes.list('agent')
  for (let from = 0; from < count; from += PRODUCTS_PER_PART) {
    const numbers = Array.from({ length: Math.min(PRODUCTS_PER_PART, count - from) }, (_, index) => from + index)
    await database.write(async ({ db }) => {
      // Without search texts, which exports don't read.
      await db.insertInto('products').values(numbers.map(createRow)).execute()
      await saveFactsVersions(
        db,
        numbers.map((number) => ({ productId: `product-${number}`, version: 1, updatedOn: CREATED_AT.slice(0, 10) })),
      )
      await insertFacts(
        db,
        numbers.flatMap((number) =>
          Array.from({ length: FACTS_PER_PRODUCT }, (_, index) =>
            createFact(number, index, attributes[(number + index) % attributes.length]),
          ),
        ),
      )
    })
  }
}

function createRow(number: number) {
  return { ...getRowValues(number, CREATED_AT), ...toProductColumns(createProductInput(number)) }
}

function createFact(number: number, index: number, attribute: Attribute | undefined) {
  if (!attribute) throw new Error('A new database contains attributes.')
  return createFactRow({
    id: `fact-${number}-${index}`,
    productId: `product-${number}`,
    attribute: attribute.key,
    value: createValue(attribute, number),
    sourceUrl: `https://example.com/products/${number}/${attribute.key}`,
    at: CREATED_AT,
  })
}

/** Returns a valid value of the attribute. */
function createValue({ type, choices }: Attribute, number: number): unknown {
  const [choice = ''] = choices
  switch (type) {
    case 'number':
      return number
    case 'yesNo':
      return 'yes'
    case 'choices':
      return [choice]
    case 'choice':
      return choice
    case 'date':
      return '2024-05'
    case 'certificate':
      return { name: `证书${number}`, level: '', number: '', issuer: '', validUntil: null }
    default:
      return `说明${number}`
  }
}

/** Measures time, memory and event loop of a task; garbage is collected before and after it. */
async function measure(task: () => Promise<void>): Promise<Measurement> {
  const before = await collectGarbage()
  let peakRss = before.rss
  const sampling = setInterval(() => {
    peakRss = Math.max(peakRss, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const startedAt = performance.now()
  await task()
  const seconds = (performance.now() - startedAt) / 1_000
  delay.disable()
  clearInterval(sampling)
  const after = await collectGarbage()
  return {
    seconds,
    peakMb: (peakRss - before.rss) / MB,
    retainedMb: (after.heapUsed + after.external - before.heapUsed - before.external) / MB,
    longestBlockMs: delay.max / 1e6,
  }
}

async function collectGarbage(): Promise<NodeJS.MemoryUsage> {
  globalThis.gc?.()
  await pause(SAMPLE_MS)
  return process.memoryUsage()
}

/** Returns a function that exports the catalogue to a file. */
const createExport =
  ({ services }: FilledDatabase, format: TableFormat, path: string) =>
  async (): Promise<void> => {
    const filter = { search: '', category: '', status: undefined, format }
    const { bytes } = await services.productTables.export('agent', filter, { ...ACTOR, ...SUPER_ADMIN })
    await pipeline(bytes, createWriteStream(path))
  }

/** Returns a function that imports a file, and throws if it doesn't create all products. */
const createImport =
  ({ services }: FilledDatabase, { path, rows, folder }: { path: string; rows: number; folder: string }) =>
  async (): Promise<void> => {
    const { imports } = services.productTables
    const options = { known: 'update', columns: {}, source: null } as const
    const reportProgress = () => {}
    const upload = async () => {
      // The import deletes the file with its folder after reading it.
      const copy = join(await mkdtemp(join(folder, 'upload-')), 'file')
      await copyFile(path, copy)
      return { ...options, file: { path: copy, digest: path, name: 'bench' } }
    }
    const { fingerprint } = await imports.planUpload('agent', await upload(), reportProgress)
    const input = { ...(await upload()), fingerprint }
    const { counts } = await imports.importUpload('agent', input, { actor: ACTOR, reportProgress })
    if (counts.create !== rows) throw new Error(`The import failed: ${JSON.stringify(counts)}`)
  }

function toRow(
  label: string,
  { seconds, peakMb, retainedMb, longestBlockMs }: Measurement,
  extra: string,
  targetMb: number,
): Row {
  return {
    label,
    figure: `${seconds.toFixed(1)} s${extra}; memory ${peakMb.toFixed(0)} MB above the start at its peak, ${retainedMb.toFixed(0)} MB afterwards; longest event-loop block ${longestBlockMs.toFixed(0)} ms`,
    target: `≤ ${targetMb} MB, ≤ ${TARGETS.longestBlockMs} ms`,
    verdict: getWorstVerdict([atMost(peakMb, targetMb), atMost(longestBlockMs, TARGETS.longestBlockMs)]),
  }
}

/** Returns the rows of exports and imports on SQLite in every format, each product with twenty facts. */
export async function measureTables(
  folder: string,
  onRow: (row: Row) => void = () => {},
  exportedCount = EXPORTED_PRODUCTS,
): Promise<Row[]> {
  const large = await openServices(folder, 'exported', openSqlite(folder))
  try {
    await insertProductsWithFacts(large, exportedCount)
    // The first export loads its modules.
    await exportAll(large, folder, 'first')
    const rows: Row[] = []
    for (const format of TABLE_FORMATS) {
      const path = join(folder, `large.${format}`)
      const measured = await measure(createExport(large, format, path))
      const size = `, ${((await stat(path)).size / MB).toFixed(0)} MB file`
      const row = toRow(
        `export of ${formatInteger(exportedCount)} products as ${format}`,
        measured,
        size,
        TARGETS.exportMb,
      )
      rows.push(row)
      onRow(row)
    }
    return [...rows, ...(await measureImports(folder, openSqlite(folder), onRow))]
  } finally {
    await large.database.close()
  }
}

/** Imports exported files into empty databases and returns the rows. Throws if the data differs. */
export async function measureImports(
  folder: string,
  openDatabase: OpenDatabase,
  onRow: (row: Row) => void = () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  await loadImportModules(folder, openDatabase)
  const source = await openServices(folder, 'to-import', openDatabase)
  try {
    await insertProductsWithFacts(source, IMPORTED_PRODUCTS)
    await exportAll(source, folder, 'small')
    for (const format of TABLE_FORMATS) {
      const empty = await openServices(folder, `imported-${format}`, openDatabase)
      try {
        const path = join(folder, `small.${format}`)
        const measured = await measure(createImport(empty, { path, rows: IMPORTED_PRODUCTS, folder }))
        const comparison = `; all ${formatInteger(await compareCatalogues(source, empty))} equal to the exported ones`
        const row = toRow(
          `import of ${formatInteger(IMPORTED_PRODUCTS)} rows as ${format}`,
          measured,
          '',
          TARGETS.importMb,
        )
        rows.push({ ...row, figure: row.figure + comparison })
        onRow({ ...row, figure: row.figure + comparison })
      } finally {
        await empty.database.close()
      }
    }
    return rows
  } finally {
    await source.database.close()
  }
}

/** Imports a few products in every format, so that no measured import loads modules and dictionaries. */
async function loadImportModules(folder: string, openDatabase: OpenDatabase): Promise<void> {
  const source = await openServices(folder, 'few', openDatabase)
  await insertProductsWithFacts(source, WARM_UP_ROWS)
  await exportAll(source, folder, 'few')
  await source.database.close()
  for (const format of TABLE_FORMATS) {
    const empty = await openServices(folder, `few-${format}`, openDatabase)
    await createImport(empty, { path: join(folder, `few.${format}`), rows: WARM_UP_ROWS, folder })()
    await empty.database.close()
  }
}

async function exportAll(source: FilledDatabase, folder: string, name: string): Promise<void> {
  for (const format of TABLE_FORMATS) await createExport(source, format, join(folder, `${name}.${format}`))()
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-bench-'))
  try {
    const [, , count] = process.argv
    const print = (row: Row) => void process.stdout.write(`${formatConsoleTable([row])}\n`)
    const rows = await measureTables(folder, print, count === undefined ? undefined : Number(count))
    process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0
  } finally {
    await rm(folder, { recursive: true })
  }
}
