import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './platform/database/database.ts'

/** Where the data folder has the database, if no other is named. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'zhijian.sqlite')

/** Opens the database that the settings name, brought up to date. Throws `ConfigError` where PostgreSQL can't be reached. */
export async function openConfigured({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (!databaseUrl) return openSqliteDatabase(sqliteFile(dataDir))
  try {
    return await openPostgresDatabase(databaseUrl)
  } catch (error) {
    throw new ConfigError(`设置 DATABASE_URL 有误：数据库无法打开（${reasonOf(error)}）`)
  }
}

/** What went wrong, in one line. Where every address of a host refuses, the error has no words of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('；')
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
