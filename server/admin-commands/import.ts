import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { IMPORT } from '#contracts/limits.ts'
import { getFieldLabel } from '#contracts/products/product-columns.ts'
import {
  type ImportOptions,
  ImportOptionsSchema,
  type ImportPlan,
  ROW_ACTION_LABELS,
  ROW_ACTIONS,
} from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { Progress } from '#contracts/progress.ts'
import { TABLE_FORMATS } from '#contracts/table.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { parseSourceLines } from '#server/modules/facts/service.ts'
import { type Config, ConfigError } from '../config.ts'
import { lockDataFolder } from '../data-folder-lock.ts'
import { type FullPlan, writeRejectedRows } from '../modules/products/tables/service.ts'
import { COMMAND_LINE } from '../platform/actor.ts'
import { AppError } from '../platform/app-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { loadSecrets } from '../secret.ts'
import { createServices, type Services } from '../services.ts'
import { type Command, withDatabase } from './command.ts'

type Arguments = {
  catalogue: Catalogue
  path: string
  isDryRun: boolean
  /** The file for rejected rows, if any. */
  rejectedPath: string | undefined
  options: ImportOptions
}

/** The rejected rows that are printed. */
const MAX_PRINTED = 20

/** Imports a table of any size into a catalogue; see docs/operations.md. */
export const importTable: Command = (args, config) => {
  const parsed = parseArguments(args)
  return parsed && runImport(parsed, config)
}

function parseArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parse(args) ?? { values: {}, positionals: [] }
  const [catalogueName, path, ...rest] = positionals
  const catalogue = CATALOGUES.find((name) => name === catalogueName)
  if (!catalogue || path === undefined || rest.length > 0) return undefined
  return {
    catalogue,
    path: resolve(path),
    isDryRun: values['dry-run'] === true,
    rejectedPath: values.rejected === undefined ? undefined : resolve(values.rejected),
    options: readOptions(values),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'skip-known': { type: 'boolean' },
        sheet: { type: 'string' },
        'heading-row': { type: 'string' },
        column: { type: 'string', multiple: true },
        source: { type: 'string' },
        rejected: { type: 'string' },
      },
    })
  } catch (error) {
    // An unknown option, or one without its value: the usage is printed.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

type Values = NonNullable<ReturnType<typeof parse>>['values']

/** Reads the options as the form of the back office sends them. Throws `ConfigError`. */
function readOptions(values: Values): ImportOptions {
  const columns = Object.fromEntries(
    (values.column ?? []).map((mapping) => {
      const [, heading = mapping, target = ''] = /^(.*)=([^=]*)$/s.exec(mapping) ?? []
      return [heading, target]
    }),
  )
  const { data, error } = ImportOptionsSchema.safeParse({
    known: values['skip-known'] ? 'skip' : 'update',
    columns: JSON.stringify(columns),
    source: JSON.stringify(readSource(values.source)),
    sheet: values.sheet,
    headingRow: values['heading-row'],
  })
  if (data) return data
  throw new ConfigError(error.issues.map(({ message }) => message).join('；'))
}

/** Reads a source such as `公开资料｜2026-01-20｜https://example.com/list｜备注`. Throws `ConfigError`. */
function readSource(text: string | undefined) {
  if (text === undefined) return null
  const [line] = parseSourceLines(`*｜${text}`).lines
  if (!line) throw new ConfigError('来源应写作“等级｜阅读日期｜来源链接｜备注”，等级如公开资料，其余可以不填')
  const { grade, readAt, sourceUrl, note } = line
  return { grade, readAt, sourceUrl, note }
}

async function runImport(input: Arguments, config: Config): Promise<string[]> {
  await stat(input.path)
  // A server on SQLite wouldn't notice what another process has changed.
  const lock = config.databaseUrl || input.isDryRun ? undefined : lockDataFolder(config.dataDir)
  // A workbook's rows are unpacked next to the file.
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-import-'))
  await symlink(input.path, join(folder, 'table'))
  try {
    return await withDatabase(config, async (database) => {
      const { appSecret } = await loadSecrets(config)
      const fileStore = openFileStore({ s3: config.s3, folder: join(config.dataDir, 'uploads') })
      const services = createServices({ database, fileStore, appSecret, publicUrl: config.publicUrl })
      return importInto(services, join(folder, 'table'), input)
    })
  } catch (error) {
    throw error instanceof AppError ? new ConfigError(`没有导入：${error.message}`) : error
  } finally {
    lock?.release()
    await rm(folder, { recursive: true })
  }
}

async function importInto(
  { productTables: { imports } }: Services,
  table: string,
  { catalogue, path, options, isDryRun, rejectedPath }: Arguments,
): Promise<string[]> {
  const report = createProgressPrinter()
  const plan = await imports.plan(catalogue, { path: table, maxRows: IMPORT.commandRows, ...options }, report)
  if (rejectedPath !== undefined) await saveRejected(plan, rejectedPath)
  const lines = [
    ...plan.summary.notices,
    ...(plan.summary.ignoredColumns.length > 0
      ? [`不认识的列，没有导入：${plan.summary.ignoredColumns.join('、')}`]
      : []),
    ...describeRejected(plan.rows, plan.counts.reject),
    ...(rejectedPath === undefined ? [] : [`被拒绝的行已存到 ${rejectedPath}`]),
  ]
  const counts = ROW_ACTIONS.map((action) => `${ROW_ACTION_LABELS[action]}${plan.counts[action]}`).join('，')
  if (isDryRun) return [...lines, `试运行，目录没有任何改动：${counts}`]
  await imports.save(catalogue, { fileName: basename(path), plan }, { actor: COMMAND_LINE, reportProgress: report })
  return [...lines, `已导入到${CATALOGUE_LABELS[catalogue]}：${counts}`]
}

function describeRejected(rows: ImportPlan['rows'], count: number): string[] {
  const rejected = rows.filter(({ action }) => action === 'reject').slice(0, MAX_PRINTED)
  return [
    ...rejected.map(({ row, name, reasons }) => {
      const texts = reasons.map(({ path, message }) => (path === '' ? message : `${getFieldLabel(path)}：${message}`))
      return `拒绝 第${row}行 ${name} ${texts.join('；')}`
    }),
    ...(count > rejected.length ? [`……共拒绝${count}行，加 --rejected 文件 可以全部存下来`] : []),
  ]
}

/** Writes the rejected rows in the format of the file's ending. */
async function saveRejected({ rejected, summary }: FullPlan, path: string): Promise<void> {
  const { bytes } = await writeRejectedRows(rejected, { summary, format: findFormat(path) })
  await writeFile(path, bytes, { flag: 'wx' })
}

const findFormat = (path: string) => TABLE_FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`)) ?? 'csv'

const STEP_LABELS: Record<Progress['step'], string> = { read: '读取', plan: '核对', save: '保存' }
const PRINT_INTERVAL_MS = 2_000

/** Returns a function that prints the progress to the error stream, each step at its start and then now and then. */
function createProgressPrinter() {
  let lastStep = ''
  let printedAt = 0
  return ({ step, done, total }: Progress): void => {
    const now = performance.now()
    if (step === lastStep && now - printedAt < PRINT_INTERVAL_MS) return
    lastStep = step
    printedAt = now
    process.stderr.write(`正在${STEP_LABELS[step]}${total > 0 ? ` ${Math.floor((done / total) * 100)}%` : ''}\n`)
  }
}
