import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { type FileLock, lockFile } from './platform/database/file-lock.ts'

const FILE = 'zhijian.lock'

/**
 * Locks a data folder with a SQLite database for one server: a second one wouldn't be notified of the first one's
 * changes. A restore takes the lock as well, since it replaces the data; other commands don't. Throws `ConfigError` if
 * another process holds it.
 */
export function lockDataFolder(dataDir: string): FileLock {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockFile(join(dataDir, FILE))
  if (lock) return lock
  throw new ConfigError(`设置 DATA_DIR 有误：另一个智鉴进程正在使用 ${dataDir}；请先停止它，或为本进程指定另一个文件夹`)
}
