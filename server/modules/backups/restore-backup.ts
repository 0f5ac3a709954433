import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  buildDatabase,
  type DatabaseContents,
  findContents,
  isInUse,
  removeSqliteDatabase,
  replacePostgresDatabase,
  SQLITE_FILE_ENDINGS,
} from '#server/platform/database/transfer/build-database.ts'
import type { DatabaseLocation } from '#server/platform/database/transfer/snapshot.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import type { S3Location } from '#server/platform/files/s3-location.ts'
import { syncFolder } from './archive/archive-writer.ts'
import { ArchiveError } from './archive/format.ts'
import { type ArchiveContent, readArchive } from './archive/read-archive.ts'
import { toFilesError } from './backup-error.ts'
import { deleteRunningRuns } from './store.ts'

/** The locations of an installation's data. */
export type Installation = {
  location: DatabaseLocation
  s3: S3Location | undefined
  uploadsFolder: string
  secretFile: string
}

type Options = {
  path: string
  target: Installation
  /** Whether existing data is replaced: files are renamed and retained, tables in PostgreSQL aren't. */
  isReplacing: boolean
  now: Date
}

/** The names under which the data is written before it is put in place. */
type TemporaryLocations = { database: DatabaseLocation; uploadsFolder: string; secretFile: string }

/**
 * Restores an archive. Validates all of it before writing anything. Writes a SQLite database and local files under
 * temporary names, which are removed if that fails, and renames them at the end; tables in PostgreSQL are written in one
 * transaction. Throws `ArchiveError` if the archive is damaged, a service is using the target, or the target isn't empty
 * and `isReplacing` is false.
 */
export async function restoreBackup({ path, target, isReplacing, now }: Options): Promise<ArchiveContent> {
  const content = await readArchive(path)
  await assertCanRestore(target, isReplacing, content)
  const { location, uploadsFolder, secretFile } = target
  const temporary = {
    database: toTemporary(location),
    uploadsFolder: `${uploadsFolder}.restoring`,
    secretFile: `${secretFile}.restoring`,
  }
  await removeTemporary(temporary)
  try {
    await writeContent(path, content, { temporary, s3: target.s3, isReplacing })
    const suffix = `.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
    await putInPlace(target, temporary, { secret: content.secret, suffix })
  } catch (error) {
    // The error says more than that of a removal that fails as well.
    await removeTemporary(temporary).catch(() => {})
    throw error
  }
  return content
}

/** Writes everything that needs space, and flushes it to disk. */
async function writeContent(
  path: string,
  { manifest, tables, secret }: ArchiveContent,
  { temporary, s3, isReplacing }: { temporary: TemporaryLocations; s3: S3Location | undefined; isReplacing: boolean },
) {
  const files = openFileStore({ s3, folder: temporary.uploadsFolder })
  const putFile = (key: string, bytes: Buffer) =>
    files.put(key, bytes).catch((error: unknown) => {
      throw s3 ? toFilesError(error) : error
    })
  const hasBackupRuns = tables.some(({ name }) => name === 'backup_runs')
  const build = isReplacing && temporary.database.kind === 'postgres' ? replacePostgresDatabase : buildDatabase
  await build(temporary.database, {
    migrations: manifest.steps,
    tables,
    fill: async (insert) => (await readArchive(path, { onRows: insert, onFile: putFile })).summary.tables,
    adjust: async (db) => hasBackupRuns && deleteRunningRuns(db),
  })
  if (!s3) await mkdir(temporary.uploadsFolder, { recursive: true })
  if (secret !== undefined) {
    await mkdir(dirname(temporary.secretFile), { recursive: true })
    await writeFile(temporary.secretFile, `${secret}\n`, { mode: 0o600, flush: true })
  }
  if (temporary.database.kind === 'sqlite') await syncFile(temporary.database.file)
}

/** Renames what was written. The database is last, so that it exists only once its files and its secret do. */
async function putInPlace(
  { location, s3, uploadsFolder, secretFile }: Installation,
  temporary: TemporaryLocations,
  { secret, suffix }: { secret: string | undefined; suffix: string },
) {
  if (!s3) await replace(temporary.uploadsFolder, uploadsFolder, suffix)
  if (secret !== undefined) {
    if (await hasOtherSecret(secretFile, secret)) await rename(secretFile, secretFile + suffix)
    await rename(temporary.secretFile, secretFile)
  }
  if (temporary.database.kind === 'sqlite' && location.kind === 'sqlite') {
    for (const ending of SQLITE_FILE_ENDINGS)
      if (existsSync(location.file + ending)) await rename(location.file + ending, location.file + suffix + ending)
    await rename(temporary.database.file, location.file)
    await syncFolder(dirname(location.file))
  }
}

async function assertCanRestore(
  { location, s3, uploadsFolder, secretFile }: Installation,
  isReplacing: boolean,
  content: ArchiveContent,
) {
  const contents = await findContents(location)
  const fileCount = s3 ? 0 : (await readdir(uploadsFolder).catch(() => [])).length
  if (!isReplacing && (contents || fileCount > 0)) {
    const existing = [describeContents(location, contents), ...(fileCount > 0 ? [`${uploadsFolder} 中已有文件`] : [])]
    const warning = location.kind === 'sqlite' ? '原有的数据库和文件会改名保留' : '原有的数据表会被删除，请先备份'
    throw new ArchiveError(`目标不是空的，未作任何改动：${existing.join('；')}。确要替换，请加 --replace（${warning}）`)
  }
  if (!isReplacing && content.secret !== undefined && (await hasOtherSecret(secretFile, content.secret)))
    throw new ArchiveError(`未作任何改动：${secretFile} 是另一个密钥。确要替换，请加 --replace（原有密钥会改名保留）`)
  if (await isInUse(location)) throw new ArchiveError('数据库正在使用，未作任何改动；请先停止服务')
}

const describeContents = (location: DatabaseLocation, contents: DatabaseContents | undefined): string => {
  const databaseName = location.kind === 'sqlite' ? location.file : 'DATABASE_URL'
  return contents
    ? `${databaseName} 中有${contents.users}个用户、${contents.products}个产品、${contents.submissions}条提交`
    : `${databaseName} 中没有数据`
}

const hasOtherSecret = async (file: string, secret: string): Promise<boolean> =>
  existsSync(file) && (await readFile(file, 'utf8')).trim() !== secret

const toTemporary = (location: DatabaseLocation): DatabaseLocation =>
  location.kind === 'sqlite' ? { kind: 'sqlite', file: `${location.file}.restoring` } : location

async function removeTemporary({ database, uploadsFolder, secretFile }: TemporaryLocations): Promise<void> {
  await removeSqliteDatabase(database)
  await rm(uploadsFolder, { recursive: true, force: true })
  await rm(secretFile, { force: true })
}

/** Renames what exists, if anything, and puts the new file or folder in its place. */
async function replace(temporaryPath: string, path: string, suffix: string): Promise<void> {
  if (existsSync(path)) await rename(path, path + suffix)
  await rename(temporaryPath, path)
}

/** A new database has no write-ahead log, since it was closed. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
