import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  buildDatabase,
  type DatabaseContents,
  dropTables,
  findContents,
  isInUse,
} from '#server/platform/database/transfer/build-database.ts'
import type { DatabaseLocation } from '#server/platform/database/transfer/snapshot.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import type { S3Location } from '#server/platform/files/s3-location.ts'
import { syncFolder } from './archive/archive-writer.ts'
import { ArchiveError } from './archive/format.ts'
import { type ArchiveContent, readArchive } from './archive/read-archive.ts'

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
  /** Whether existing data is replaced: files are renamed and retained, tables in PostgreSQL are dropped. */
  isReplacing: boolean
  now: Date
}

/**
 * Restores an archive. Validates all of it before writing anything. Writes a SQLite database and local files under
 * temporary names, and renames them at the end. Throws `ArchiveError` if the archive is damaged, a service is using the
 * target, or the target isn't empty and `isReplacing` is false.
 */
export async function restoreBackup({ path, target, isReplacing, now }: Options): Promise<ArchiveContent> {
  const content = await readArchive(path)
  await assertCanRestore(target, isReplacing, content)
  const suffix = `.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const { location, s3, uploadsFolder } = target
  const temporary = { database: toTemporary(location), uploads: `${uploadsFolder}.restoring` }
  await removeDatabase(temporary.database)
  await rm(temporary.uploads, { recursive: true, force: true })
  if (location.kind === 'postgres' && isReplacing) await dropTables(location)
  const files = openFileStore({ s3, folder: temporary.uploads })
  await buildDatabase(
    temporary.database,
    { migrations: content.manifest.steps, tables: content.tables },
    async (insert) => {
      const { summary } = await readArchive(path, { onRows: insert, onFile: files.put })
      return summary.tables
    },
  )
  if (!s3) await replaceFolder(temporary.uploads, uploadsFolder, suffix)
  if (content.secret !== undefined) await writeSecret(target.secretFile, content.secret, suffix)
  // The database is renamed last, so that it exists only once its files and its secret do.
  if (temporary.database.kind === 'sqlite' && location.kind === 'sqlite')
    await replaceFile(temporary.database.file, location.file, suffix)
  return content
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

async function removeDatabase(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite')
    for (const suffix of ['', '-wal', '-shm']) await rm(location.file + suffix, { force: true })
}

async function replaceFolder(temporary: string, folder: string, suffix: string): Promise<void> {
  await mkdir(temporary, { recursive: true })
  if (existsSync(folder)) await rename(folder, folder + suffix)
  await rename(temporary, folder)
}

async function writeSecret(file: string, secret: string, suffix: string): Promise<void> {
  if (await hasOtherSecret(file, secret)) await rename(file, file + suffix)
  await writeFile(file, `${secret}\n`, { mode: 0o600, flush: true })
}

/** The old database has no write-ahead log, since no process uses it, and the new one was closed. */
async function replaceFile(temporary: string, file: string, suffix: string): Promise<void> {
  const handle = await open(temporary)
  await handle.sync().finally(() => handle.close())
  if (existsSync(file)) await rename(file, file + suffix)
  await rename(temporary, file)
  await syncFolder(dirname(file))
}
