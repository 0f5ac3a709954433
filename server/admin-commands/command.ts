import { existsSync } from 'node:fs'
import { type Config, ConfigError } from '../config.ts'
import { protectDataFolder } from '../data-folder.ts'
import { openConfigured, sqliteFile } from '../open-configured.ts'
import type { Database } from '../platform/database/database.ts'

/**
 * A command of `npm run admin`: takes what was typed after its name. Returns the lines to print; `undefined` if what was
 * typed isn't as its usage says.
 */
export type Command = (words: readonly string[], config: Config) => Promise<string[]> | undefined

/** Throws `ConfigError` if there is no database: opening would make one, in a folder named by mistake. */
export function assertDatabaseExists({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(`设置 DATA_DIR 有误：${dataDir} 中没有数据库`)
}

/** Runs a task on the configured database, which is migrated before it and closed after it. */
export async function withDatabase<Result>(
  config: Config,
  task: (database: Database) => Promise<Result>,
): Promise<Result> {
  assertDatabaseExists(config)
  await protectDataFolder(config.dataDir)
  const database = await openConfigured(config)
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}
