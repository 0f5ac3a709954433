import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import { convertErrors } from '#server/platform/convert-errors.ts'
import type { DatabaseLocation } from '#server/platform/database/database-location.ts'
import type { Table } from '#server/platform/database/transfer/migrated-schema.ts'
import { openSnapshot, type Snapshot } from '#server/platform/database/transfer/snapshot.ts'
import { createTableChecksum, type Row, serializeRow } from '#server/platform/database/transfer/table-rows.ts'
import { getSecretFingerprint } from '#server/platform/encryption.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { VERSION } from '#server/platform/release.ts'
import { type ArchiveWriter, createArchiveWriter } from './archive/archive-writer.ts'
import {
  ArchiveError,
  FORMAT_VERSION,
  getFileName,
  getTablePartName,
  MANIFEST_NAME,
  type Manifest,
  SECRET_NAME,
  SUMMARY_NAME,
  type Summary,
} from './archive/format.ts'
import { toBackupError, toDatabaseError, toFilesError } from './backup-error.ts'

type Options = {
  path: string
  location: DatabaseLocation
  files: FileStore
  clock: Clock
  /** Included in the archive if given. `createBackup` throws `ArchiveError` if the database has another secret. */
  secret?: string | undefined
  /** How long to wait for files whose upload isn't finished. */
  uploadWaitMs?: number
}

const PART_BYTES = 1_000_000
const UPLOAD_WAIT_MS = 10_000
const RETRY_MS = 500

/**
 * Writes a snapshot of a database and its files into an archive while the service runs. Since the files are read after
 * the snapshot, each file that the snapshot refers to is already stored or still being uploaded. Returns the archive's
 * manifest and summary. On failure, deletes the unfinished archive, and throws a `BackupError` unless the archive can't be
 * made from this database (`ArchiveError`, `SchemaVersionError`).
 */
export async function createBackup(options: Options): Promise<{ manifest: Manifest; summary: Summary }> {
  const { path, location, clock } = options
  const writer = await createArchiveWriter(path, clock.now()).catch((error: unknown) => {
    throw toBackupError(error)
  })
  try {
    const snapshot = await openSnapshot(location).catch((error: unknown) => {
      throw toDatabaseError(error)
    })
    const content = await writeDatabase(snapshot, writer, options)
    const files = await addFiles(writer, content.keys, options)
    const summary = { tables: content.tables, files }
    await writer.add(SUMMARY_NAME, `${JSON.stringify(summary, null, 2)}\n`)
    await writer.finish()
    return { manifest: content.manifest, summary }
  } catch (error) {
    throw toBackupError((await writer.abort()) ?? error)
  }
}

/**
 * Writes the manifest and the tables, then closes the snapshot: an open one prevents the database from cleaning up old
 * row versions, and the files that follow take longer.
 */
async function writeDatabase(snapshot: Snapshot, writer: ArchiveWriter, { clock, secret }: Options) {
  try {
    const fingerprint = await findFingerprint(snapshot)
    const isWrongSecret = secret !== undefined && fingerprint !== null && getSecretFingerprint(secret) !== fingerprint
    if (isWrongSecret)
      throw new ArchiveError('现有密钥不是这个数据库的密钥，不能放入备份；请改用原来的密钥，或去掉 --with-secret')
    const manifest: Manifest = {
      format: 'zhijian-backup',
      formatVersion: FORMAT_VERSION,
      version: VERSION,
      createdAt: clock.now().toISOString(),
      database: snapshot.kind,
      steps: [...snapshot.migrations],
      tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
      secretFingerprint: fingerprint,
      hasSecret: secret !== undefined,
    }
    await writer.add(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`)
    if (secret !== undefined) await writer.add(SECRET_NAME, `${secret}\n`)
    const keys: string[] = []
    const tables: Summary['tables'] = []
    for (const table of snapshot.tables) tables.push(await addTable(writer, snapshot, table, keys))
    return { manifest, tables, keys }
  } finally {
    await snapshot.close()
  }
}

async function findFingerprint(snapshot: Snapshot): Promise<string | null> {
  const table = snapshot.tables.find(({ name }) => name === 'secret_fingerprints')
  if (!table) return null
  for await (const [row] of readTable(snapshot, table)) return String(row && getValue(table, row, 'fingerprint'))
  return null
}

const readTable = (snapshot: Snapshot, table: Table) => convertErrors(snapshot.read(table), toDatabaseError)

const getValue = ({ columns }: Table, row: Row, column: string) => row[columns.findIndex(({ name }) => name === column)]

/** Writes a table in parts. Adds the keys of stored files to `keys`. Returns the table's row count and checksum. */
async function addTable(writer: ArchiveWriter, snapshot: Snapshot, table: Table, keys: string[]) {
  const checksum = createTableChecksum(table.name)
  let lines: Buffer[] = []
  let bytes = 0
  let part = 1
  async function flushPart() {
    if (lines.length === 0) return
    await writer.addStream(getTablePartName(table.name, part), bytes, toStream(lines))
    part += 1
    lines = []
    bytes = 0
  }
  for await (const rows of readTable(snapshot, table))
    for (const row of rows) {
      const line = Buffer.from(serializeRow(row))
      checksum.add(line)
      if (table.name === 'files') keys.push(String(getValue(table, row, 'key')))
      lines.push(line)
      bytes += line.byteLength
      if (bytes >= PART_BYTES) await flushPart()
    }
  await flushPart()
  return checksum.finish()
}

async function* toStream(lines: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield Buffer.concat(lines)
}

/** Writes the stored files, and waits for those that are still being uploaded. Returns the keys of missing ones. */
async function addFiles(
  writer: ArchiveWriter,
  keys: readonly string[],
  { files, uploadWaitMs = UPLOAD_WAIT_MS }: Options,
) {
  let count = 0
  let size = 0
  /** Writes the files that exist. Returns the keys of the others. */
  async function addExistingFiles(candidates: readonly string[]): Promise<string[]> {
    const notFound: string[] = []
    for (const key of candidates) {
      const file = await files.open(key).catch((error: unknown) => {
        throw toFilesError(error)
      })
      if (file) {
        await writer.addStream(getFileName(key), file.size, convertErrors(file.stream, toFilesError))
        count += 1
        size += file.size
      } else notFound.push(key)
    }
    return notFound
  }
  const deadline = performance.now() + uploadWaitMs
  let missing = await addExistingFiles(keys)
  while (missing.length > 0 && performance.now() < deadline) {
    await wait(RETRY_MS)
    missing = await addExistingFiles(missing)
  }
  return { count, size, missing }
}
