import { existsSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type DatabaseLocation,
  findDatabaseFile,
  locateInFile,
  removeDatabaseFile,
} from '#server/platform/database/database-location.ts'
import type { FileLock } from '#server/platform/database/file-lock.ts'
import {
  buildDatabase,
  type DatabaseSource,
  replaceTables,
  UnknownCommitError,
} from '#server/platform/database/transfer/build-database.ts'
import { TRANSIENT_TABLES } from '#server/platform/database/transfer/snapshot.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { ArchiveError } from './archive/format.ts'
import { type ArchiveContent, readArchive } from './archive/read-archive.ts'
import { toFilesError } from './backup-error.ts'
import type { Installation, TemporaryLocations } from './installation.ts'
import { hasOtherSecret, replaceInstallation } from './replace-installation.ts'
import { assertEmpty, assertUnused } from './restore-conditions.ts'
import {
  findUnfinishedRestore,
  getRestoreMarkerPath,
  resetRestoreMarker,
  writeRestoreMarker,
} from './restore-marker.ts'
import { deleteAllRows, deleteRestoredSessions, deleteRunningRuns } from './store.ts'
import { createUndoableRenames, type Rename } from './undoable-renames.ts'

type Options = {
  path: string
  target: Installation
  /** Whether existing data is replaced: files are renamed and retained, tables in PostgreSQL aren't. */
  isReplacing: boolean
  now: Date
  /** Locks the data folder until the restore has ended, so that no server starts in it. Throws if one is running. */
  lockFolder?: () => FileLock | undefined
}

/**
 * Restores an archive. Validates all of it before writing anything. Writes a SQLite database and local files under
 * temporary names, and renames them at the end; tables in PostgreSQL are written in one transaction, which is committed
 * after the renames: a rename can be undone, a commit can't. If anything fails, the renames are undone and what was written
 * is removed. Throws `ArchiveError` if the archive is damaged, a service is using the target, or the target isn't empty
 * and `isReplacing` is false.
 */
export async function restoreBackup(options: Options): Promise<ArchiveContent> {
  const { path, target, isReplacing, lockFolder } = options
  // A folder that doesn't exist is created only for an archive that can be restored.
  let lock = existsSync(dirname(target.secretFile)) ? lockFolder?.() : undefined
  try {
    const content = await readArchive(path)
    lock ??= lockFolder?.()
    if (!isReplacing) await assertEmpty(target, content)
    await assertUnused(target)
    await replaceData(content, options)
    return content
  } finally {
    lock?.release()
  }
}

async function replaceData(content: ArchiveContent, { path, target, now }: Options): Promise<void> {
  const temporary = {
    database: toTemporary(target.location),
    uploadsFolder: `${target.uploadsFolder}.restoring`,
    secretFile: `${target.secretFile}.restoring`,
  }
  await removeTemporary(temporary)
  const folder = dirname(target.secretFile)
  // What an earlier restore has left incomplete stays so if this one fails as well.
  const earlierSuffix = await findUnfinishedRestore(folder)
  const renames = createUndoableRenames()
  const suffix = `.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    await writeDatabase(path, content, { target, temporary }, async () => {
      await writeLocalFiles(content, target, temporary)
      // A command, unlike a server, can have opened the file in the meantime. On a server our own transaction is open.
      if (findDatabaseFile(target.location)) await assertUnused(target)
      await writeRestoreMarker(folder, suffix)
      await replaceInstallation(target, temporary, { renames, suffix })
    })
  } catch (error) {
    const remaining = await renames.undo()
    const isUndone = remaining.length === 0 && !(error instanceof UnknownCommitError)
    // The error says more than those of removals that fail as well.
    if (isUndone) await resetRestoreMarker(folder, earlierSuffix).catch(() => {})
    await removeTemporary(temporary).catch(() => {})
    throw explainFailure(error, remaining, folder)
  }
  await resetRestoreMarker(folder, undefined)
}

/** Returns an error of a restore that couldn't be undone entirely, which says what is left to do; otherwise the same. */
function explainFailure(error: unknown, remaining: readonly Rename[], folder: string): unknown {
  if (remaining.length > 0) {
    const steps = remaining.map(({ from, to }) => `${to} 改名为 ${from}`).join('；')
    return new ArchiveError(
      `恢复失败（${describe(error)}），原有的数据也没有全部放回；请依次手工改名：${steps}；然后删除 ${getRestoreMarkerPath(folder)}`,
    )
  }
  if (error instanceof UnknownCommitError)
    return new ArchiveError(
      '与数据库的连接在最后一步中断，无法确认数据表是否已替换，文件已放回原样；请先不要启动服务，待能连接数据库时再次运行这条命令，并加 --replace',
    )
  return error
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes the database and the uploaded files, then calls `finish`: on PostgreSQL before the commit. */
async function writeDatabase(
  path: string,
  { manifest, tables }: ArchiveContent,
  { target: { s3 }, temporary }: { target: Installation; temporary: TemporaryLocations },
  finish: () => Promise<void>,
): Promise<void> {
  const files = openFileStore({ s3, folder: temporary.uploadsFolder })
  const putFile = (key: string, bytes: Buffer) =>
    files.put(key, bytes).catch((error: unknown) => {
      throw s3 ? toFilesError(error) : error
    })
  const hasBackupRuns = tables.some(({ name }) => name === 'backup_runs')
  const source: DatabaseSource = {
    migrations: manifest.steps,
    tables,
    fill: async (insert) => (await readArchive(path, { onRows: insert, onFile: putFile })).summary.tables,
    async adjust(db) {
      if (hasBackupRuns) await deleteRunningRuns(db)
      await deleteRestoredSessions(db)
      // Archives of earlier versions contain them.
      for (const { name } of tables) if (TRANSIENT_TABLES.includes(name)) await deleteAllRows(db, name)
    },
  }
  const file = findDatabaseFile(temporary.database)
  if (file === undefined) {
    await replaceTables(temporary.database, source, finish)
    return
  }
  await buildDatabase(temporary.database, source)
  await syncFile(file)
  await finish()
}

/** Writes what else needs space, and flushes it to disk. */
async function writeLocalFiles(
  { secret }: ArchiveContent,
  { s3, secretFile }: Installation,
  temporary: TemporaryLocations,
) {
  if (!s3) await mkdir(temporary.uploadsFolder, { recursive: true })
  const isNewSecret = secret !== undefined && (!existsSync(secretFile) || (await hasOtherSecret(secretFile, secret)))
  if (!isNewSecret) return
  await mkdir(dirname(temporary.secretFile), { recursive: true })
  await writeFile(temporary.secretFile, `${secret}\n`, { mode: 0o600, flush: true })
}

function toTemporary(location: DatabaseLocation): DatabaseLocation {
  const file = findDatabaseFile(location)
  return file === undefined ? location : locateInFile(`${file}.restoring`)
}

async function removeTemporary({ database, uploadsFolder, secretFile }: TemporaryLocations): Promise<void> {
  await removeDatabaseFile(database)
  await rm(uploadsFolder, { recursive: true, force: true })
  await rm(secretFile, { force: true })
}

/** A new database has no write-ahead log, since it was closed. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
