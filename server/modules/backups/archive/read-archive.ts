import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import type { z } from 'zod'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { SchemaVersionError } from '#server/platform/database/migrate.ts'
import { describeSchema, type Table } from '#server/platform/database/transfer/migrated-schema.ts'
import {
  createLineParser,
  createTableChecksum,
  type Row,
  serializeRow,
  type TableChecksum,
} from '#server/platform/database/transfer/table-rows.ts'
import { isFileKey } from '#server/platform/files/file-key.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import {
  ArchiveError,
  CHECKSUMS_NAME,
  FORMAT_VERSION,
  FormatSchema,
  findFileKey,
  findTableName,
  getTablePartName,
  MANIFEST_NAME,
  type Manifest,
  ManifestSchema,
  SECRET_NAME,
  SUMMARY_NAME,
  type Summary,
  SummarySchema,
} from './format.ts'

/** Functions called with an archive's content while it is read. */
type ArchiveHandlers = {
  onRows?(table: Table, rows: readonly Row[]): Promise<void>
  onFile?(key: string, bytes: Buffer): Promise<void>
}

export type ArchiveContent = {
  manifest: Manifest
  tables: readonly Table[]
  summary: Summary
  secret: string | undefined
}

/** This program writes no larger entries, so a header with a larger size is damaged. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024
const GZIP_MAGIC = [0x1f, 0x8b]

const createForeignError = () => new ArchiveError('这不是智鉴的备份文件，请检查文件名')
const createDamagedError = (reason: string) => new ArchiveError(`备份文件已损坏：${reason}；请改用另一份备份`)

/**
 * Reads and validates an entire archive: its checksums, formats, tables, and numbers of rows and files. Throws
 * `ArchiveError`. The handlers are called before the rest of the archive has been validated, so a caller that writes
 * its content must read it without handlers first.
 */
export async function readArchive(path: string, handlers: ArchiveHandlers = {}): Promise<ArchiveContent> {
  const reader = createContentReader(handlers)
  for await (const { name, bytes } of readEntries(path)) await reader.read(name, bytes)
  return reader.finish()
}

async function* readEntries(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  try {
    for await (const { header, body } of await openTar(path)) {
      if (header.type !== 'file' || header.size > MAX_ENTRY_BYTES)
        throw createDamagedError(`其中有不认识的内容 ${header.name}`)
      yield { name: header.name, bytes: await buffer(body) }
    }
  } catch (error) {
    // File system errors have a system call; all others come from the tar format or the compression.
    if (error instanceof ArchiveError || (error instanceof Error && 'syscall' in error)) throw error
    throw createDamagedError('文件不完整，或内容有改动')
  }
}

async function openTar(path: string) {
  const file = await open(path)
  const { bytesRead, buffer: start } = await file.read(Buffer.alloc(GZIP_MAGIC.length)).finally(() => file.close())
  const isCompressed = bytesRead === GZIP_MAGIC.length && GZIP_MAGIC.every((byte, index) => start[index] === byte)
  const stream = createReadStream(path)
  const decoder = createTarDecoder({ strict: true })
  // An error of either stream destroys the other; `pipeInto` passes it on to the decoder.
  pipeInto(isCompressed ? pipeline(stream, createGunzip(), () => {}) : stream, decoder.writable.getWriter())
  return decoder.readable
}

/** Pipes a source into a writer. Errors of the source reach the reader of the stream. */
async function pipeInto(source: AsyncIterable<Buffer>, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
  }
}

function createContentReader(handlers: ArchiveHandlers) {
  const checksums = new Map<string, string>()
  const tableChecksums = new Map<string, ReturnType<typeof createTableChecksum>>()
  const files = { count: 0, size: 0 }
  /** The keys in the rows of `files` whose file hasn't been read yet. */
  const referencedKeys = new Set<string>()
  let manifest: Manifest | undefined
  let tables: readonly Table[] = []
  let secret: string | undefined
  let summary: Summary | undefined
  let position = { table: 0, part: 0 }
  let isComplete = false

  /** Returns the table of a part. It must be the next part of the current table, or the first part of a later table. */
  function getNextTable(name: string): Table {
    const index = tables.findIndex((table) => table.name === findTableName(name))
    const part = index === position.table ? position.part + 1 : 1
    const table = tables[index]
    if (!table || index < position.table || name !== getTablePartName(table.name, part))
      throw createDamagedError(`${name} 的次序不对`)
    position = { table: index, part }
    return table
  }

  async function readRows(name: string, bytes: Buffer): Promise<void> {
    const table = getNextTable(name)
    const parse = createLineParser(table)
    const sum = tableChecksums.get(table.name)
    const keyColumn = table.name === 'files' ? table.columns.findIndex((column) => column.name === 'key') : -1
    const rows = bytes
      .toString('utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const row = parse(line)
        // The checksum covers rows as a database returns them. A line with the same values in another notation wasn't
        // written by this program.
        if (!row || serializeRow(row) !== `${line}\n`) throw createDamagedError(`${name} 中有不合格式的行`)
        sum?.add(serializeRow(row))
        if (keyColumn >= 0) referencedKeys.add(String(row[keyColumn]))
        return row
      })
    await handlers.onRows?.(table, rows)
  }

  async function readFile(key: string, bytes: Buffer): Promise<void> {
    if (!isFileKey(key) || !referencedKeys.delete(key)) throw createDamagedError(`文件 ${key} 不在数据库的记录中`)
    files.count += 1
    files.size += bytes.byteLength
    await handlers.onFile?.(key, bytes)
  }

  async function readManifest(bytes: Buffer): Promise<void> {
    manifest = parseManifest(bytes)
    tables = await describeTables(manifest)
    for (const { name } of tables) tableChecksums.set(name, createTableChecksum(name))
  }

  async function readContent(name: string, bytes: Buffer): Promise<void> {
    if (!manifest) {
      if (name !== MANIFEST_NAME) throw createForeignError()
      return readManifest(bytes)
    }
    const key = findFileKey(name)
    if (findTableName(name)) await readRows(name, bytes)
    else if (key !== undefined) await readFile(key, bytes)
    else if (name === SECRET_NAME && manifest.hasSecret) secret = bytes.toString('utf8').trim()
    else if (name === SUMMARY_NAME) summary = parseJson(SummarySchema, bytes) ?? throwInvalid(name)
    else throw createDamagedError(`其中有不认识的内容 ${name}`)
  }

  return {
    async read(name: string, bytes: Buffer): Promise<void> {
      if (isComplete || checksums.has(name)) throw createDamagedError(`${name} 是多余的`)
      if (name === CHECKSUMS_NAME) {
        assertChecksums(bytes, checksums)
        isComplete = true
        return
      }
      checksums.set(name, sha256Hex(bytes))
      await readContent(name, bytes)
    },

    finish(): ArchiveContent {
      if (!manifest) throw createForeignError()
      if (!summary || !isComplete) throw createDamagedError('文件不完整')
      assertSummaryMatches(summary, {
        tables: [...tableChecksums.values()].map((sum) => sum.finish()),
        files,
        referencedKeys,
      })
      if (manifest.hasSecret !== (secret !== undefined)) throw createDamagedError('缺少密钥')
      return { manifest, tables, summary, secret }
    },
  }
}

function throwInvalid(name: string): never {
  throw createDamagedError(`${name} 的内容不合格式`)
}

const parseJson = <Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> | undefined =>
  schema.safeParse(tryParseJson(bytes.toString('utf8'))).data

function parseManifest(bytes: Buffer): Manifest {
  const format = parseJson(FormatSchema, bytes)
  if (!format) throw createForeignError()
  if (format.formatVersion > FORMAT_VERSION) throw new ArchiveError('备份来自更新的版本，请先更新程序')
  return parseJson(ManifestSchema, bytes) ?? throwInvalid(MANIFEST_NAME)
}

/** Returns this version's tables after the manifest's migrations. Throws `ArchiveError` if the archive has others. */
async function describeTables({ steps, tables: archivedTables }: Manifest): Promise<readonly Table[]> {
  const tables = await describeSchema(steps).catch((error: unknown) => {
    if (!(error instanceof SchemaVersionError)) throw error
    const names = error.unknownMigrations.join('、')
    throw new ArchiveError(
      error.isNewer
        ? `备份来自更新的版本，其中有本版本没有的迁移（${names}），请先更新程序`
        : `备份来自不支持的版本，其中有本版本没有的迁移（${names}），请用建立它的版本恢复`,
    )
  })
  const serializeTables = (list: Manifest['tables']) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]))
  const expectedTables = tables.map(({ name, columns }) => ({ name, columns: [...columns] }))
  if (serializeTables(expectedTables) !== serializeTables(archivedTables))
    throw createDamagedError('数据表与所记的版本不符')
  return tables
}

function assertChecksums(bytes: Buffer, checksums: ReadonlyMap<string, string>): void {
  const expected = [...checksums].map(([name, sum]) => `${sum}  ${name}\n`).join('')
  if (bytes.toString('utf8') === expected) return
  const lines = new Set(bytes.toString('utf8').split('\n'))
  const changed = [...checksums].find(([name, sum]) => !lines.has(`${sum}  ${name}`))
  throw createDamagedError(`${changed?.[0] ?? CHECKSUMS_NAME} 的校验和不符`)
}

type ActualContent = {
  tables: readonly TableChecksum[]
  files: { count: number; size: number }
  referencedKeys: ReadonlySet<string>
}

function assertSummaryMatches(summary: Summary, { tables, files, referencedKeys }: ActualContent): void {
  for (const [index, { name, rows, sha256 }] of tables.entries()) {
    const expected = summary.tables[index]
    if (expected?.name !== name || expected.rows !== rows || expected.sha256 !== sha256)
      throw createDamagedError(`数据表 ${name} 应有${expected?.rows ?? 0}行，实有${rows}行，或内容有改动`)
  }
  const { count, size, missing } = summary.files
  const isMissingEqual = missing.length === referencedKeys.size && missing.every((key) => referencedKeys.has(key))
  if (count !== files.count || size !== files.size || !isMissingEqual)
    throw createDamagedError(`应有${count}个文件，实有${files.count}个，或内容有改动`)
}
