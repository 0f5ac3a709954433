import { statSync } from 'node:fs'
import { type Config, ConfigError } from '../config.ts'
import { protectDataFolder } from '../data-folder.ts'
import { getSqlitePath, openConfiguredDatabase } from '../open-configured-database.ts'
import type { Database } from '../platform/database/database.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { getDatabaseLocation } from './installation.ts'

/**
 * A command of `npm run admin`. Takes the arguments after its name; returns the lines to print, or `undefined` if the
 * arguments are invalid.
 */
export type Command = (args: readonly string[], config: Config) => Promise<string[]> | undefined

/**
 * Throws `ConfigError` if the database doesn't exist; opening would create one, possibly in a misspelled folder. Throws the
 * file system's error if that can't be determined, for example without permission to read the folder.
 */
export function assertDatabaseExists({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !statSync(getSqlitePath(dataDir), { throwIfNoEntry: false }))
    throw new ConfigError(`设置 DATA_DIR 有误：${dataDir} 中没有数据库；请改为服务的数据文件夹，或设置 DATABASE_URL`)
}

/** Runs a task on the configured database, which is migrated before and closed afterwards. */
export async function withDatabase<Result>(
  config: Config,
  task: (database: Database) => Promise<Result>,
): Promise<Result> {
  assertDatabaseExists(config)
  await protectDataFolder(config.dataDir)
  const database = await openConfiguredDatabase(config).catch((error: unknown) => {
    throw explainDatabaseError(error, getDatabaseLocation(config))
  })
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}
