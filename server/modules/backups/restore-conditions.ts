/** What has to be true of an installation before an archive is restored into it. */
import { readdir } from 'node:fs/promises'
import { type DatabaseLocation, findDatabaseFile } from '#server/platform/database/database-location.ts'
import { isDamagedDatabase } from '#server/platform/database/sqlite-driver.ts'
import { type DatabaseContents, findContents, isInUse } from '#server/platform/database/transfer/build-database.ts'
import { ArchiveError } from './archive/format.ts'
import type { ArchiveContent } from './archive/read-archive.ts'
import type { Installation } from './installation.ts'
import { hasOtherSecret } from './replace-installation.ts'

/** Throws `ArchiveError` if the installation has data, which only an operator can decide to replace. */
export async function assertEmpty(
  { location, s3, uploadsFolder, secretFile }: Installation,
  { secret }: ArchiveContent,
): Promise<void> {
  const contents = await findContents(location).catch((error: unknown) => {
    throw explainUnreadable(location, error)
  })
  const fileCount = s3 ? 0 : (await readdir(uploadsFolder).catch(() => [])).length
  if (contents || fileCount > 0) {
    const existing = [describeContents(location, contents), ...(fileCount > 0 ? [`${uploadsFolder} 中已有文件`] : [])]
    const warning = findDatabaseFile(location) ? '原有的数据库和文件会改名保留' : '原有的数据表会被删除，请先备份'
    throw new ArchiveError(`目标不是空的，未作任何改动：${existing.join('；')}。确要替换，请加 --replace（${warning}）`)
  }
  if (secret !== undefined && (await hasOtherSecret(secretFile, secret)))
    throw new ArchiveError(`未作任何改动：${secretFile} 是另一个密钥。确要替换，请加 --replace（原有密钥会改名保留）`)
}

/** Throws `ArchiveError` if a service or another command is using the database. */
export async function assertUnused({ location }: Installation): Promise<void> {
  if (await isInUse(location)) throw new ArchiveError('数据库正在使用，未作任何改动；请先停止服务')
}

/** Converts the error of a damaged database file, which is the reason to restore. Returns any other error unchanged. */
const explainUnreadable = (location: DatabaseLocation, error: unknown): unknown =>
  isDamagedDatabase(error)
    ? new ArchiveError(
        `未作任何改动：${findDatabaseFile(location)} 已损坏，无法读取（${error.message}）。要用备份替换它，请加 --replace（损坏的文件会改名保留）`,
      )
    : error

const describeContents = (location: DatabaseLocation, contents: DatabaseContents | undefined): string => {
  const databaseName = findDatabaseFile(location) ?? 'DATABASE_URL'
  return contents
    ? `${databaseName} 中有${contents.users}个用户、${contents.products}个产品、${contents.submissions}条提交`
    : `${databaseName} 中没有数据`
}
