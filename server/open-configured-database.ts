import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './platform/database/database.ts'
import { DatabaseUnavailableError } from './platform/database/database-unavailable.ts'
import { SchemaVersionError } from './platform/database/migrate.ts'

/** Returns the path of the database file in the data folder, which is used if no other database is configured. */
export const getSqlitePath = (dataDir: string): string => join(dataDir, 'zhijian.sqlite')

/**
 * Opens and migrates the configured database. Throws `ConfigError` if PostgreSQL can't be reached, or if another
 * version of the program created the database.
 */
export async function openConfiguredDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  try {
    return databaseUrl ? await openPostgresDatabase(databaseUrl) : await openSqliteDatabase(getSqlitePath(dataDir))
  } catch (error) {
    if (error instanceof SchemaVersionError) throw toConfigError({ databaseUrl }, error)
    if (!databaseUrl) throw error
    throw new ConfigError(`设置 DATABASE_URL 有误：${describeConnectionFailure(databaseUrl, error)}`)
  }
}

/** The codes are PostgreSQL's. */
const REMEDY_BY_CODE: Readonly<Record<string, string>> = {
  '28P01': '请检查用户名和密码',
  '28000': '请检查用户名，以及数据库是否允许它从本机连接',
  '3D000': '请先建立该数据库，或改用已有的',
  '53300': '数据库的连接数已满，请稍后再试或调高上限',
}

/** Describes the database without its password, the cause and the remedy. */
export function describeConnectionFailure(databaseUrl: string, error: unknown): string {
  const url = URL.parse(databaseUrl)
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const remedy = REMEDY_BY_CODE[code] ?? '请确认地址无误、数据库已启动、网络可达'
  return `数据库 ${url?.host ?? ''}${url?.pathname ?? ''} 无法打开（${describeError(cause)}）；${remedy}`
}

/** Converts the error of a database that was created by another version of the program to one for the operator. */
export function toConfigError(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { unknownMigrations, isNewer }: SchemaVersionError,
): ConfigError {
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  const emptyPlace = setting === 'DATA_DIR' ? '新的文件夹' : '新的空数据库'
  const reason = `其中有本版本没有的迁移（${unknownMigrations.join('、')}）`
  return new ConfigError(
    isNewer
      ? `设置 ${setting} 有误：数据库来自更新的版本，${reason}；请先更新程序，再启动`
      : `设置 ${setting} 有误：数据库来自不再支持的早期版本，${reason}；请改为${emptyPlace}，或换回建立它的版本`,
  )
}

/** Returns an error's message in one line; for an `AggregateError` without one, those of its errors. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeError).join('；')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
