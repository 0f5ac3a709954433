/** Describes why a start failed: the setting that caused it and the remedy. */
import { sep } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { getSqlitePath } from './open-configured-database.ts'

type StartupSettings = Pick<Config, 'port' | 'host' | 'dataDir' | 'databaseUrl'>

const LISTEN_ERRORS: Readonly<Record<string, (settings: StartupSettings) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `设置 PORT 有误：${host} 的端口 ${port} 已被占用（EADDRINUSE）；请停止占用它的程序，或换一个端口`,
  EACCES: ({ port }) => `设置 PORT 有误：没有权限使用端口 ${port}（EACCES）；请换一个 1024 以上的端口`,
  EADDRNOTAVAIL: ({ host }) => `设置 HOST 有误：本机没有地址 ${host}（EADDRNOTAVAIL）；请改为本机的地址，或 0.0.0.0`,
  ENOTFOUND: ({ host }) => `设置 HOST 有误：找不到主机名 ${host}（ENOTFOUND）；请改为本机的地址，或 0.0.0.0`,
}

const OTHER_FOLDER_HINT = '或指定另一个文件夹'
const describeDenied = (path: string) => `没有权限读写 ${path}（EACCES）；请更改其所有者或权限，${OTHER_FOLDER_HINT}`
const describeReadOnly = (path: string) => `${path} 只能读，不能写；请更改其权限或挂载方式，${OTHER_FOLDER_HINT}`
const describeNotAFolder = (path: string) => `${path} 不是文件夹；请移走该文件，${OTHER_FOLDER_HINT}`
const describeFullDisk = (path: string) => `${path} 所在的磁盘已满；请清理或扩容后再启动`
const describeDamaged = (path: string) => `${path} 已损坏，或不是智鉴的数据库；请从备份恢复，${OTHER_FOLDER_HINT}`

const FILE_ERRORS: Readonly<Record<string, (path: string) => string>> = {
  EEXIST: describeNotAFolder,
  ENOTDIR: describeNotAFolder,
  EACCES: describeDenied,
  EPERM: describeDenied,
  EROFS: describeReadOnly,
  ENOSPC: describeFullDisk,
  EDQUOT: describeFullDisk,
}

/** By SQLite's primary result code. */
const SQLITE_ERRORS: Readonly<Record<number, (path: string) => string>> = {
  // SQLITE_READONLY
  8: describeReadOnly,
  // SQLITE_IOERR: a damaged disk, or a container without a folder for temporary files.
  10: (path) => `读写 ${path} 时出错；请检查磁盘，以及临时文件夹（如 /tmp）是否可写`,
  // SQLITE_CORRUPT
  11: describeDamaged,
  // SQLITE_FULL
  13: describeFullDisk,
  // SQLITE_CANTOPEN
  14: (path) => `无法打开 ${path}；请检查该文件及其文件夹的所有者和权限，${OTHER_FOLDER_HINT}`,
  // SQLITE_NOTADB
  26: describeDamaged,
}

/** Converts an error caused by a setting or a path to a `ConfigError` in Chinese; returns any other error unchanged. */
export function explainStartupError(error: unknown, settings: StartupSettings): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error
  const reason =
    explainListenError(error, settings) ?? explainFileError(error, settings) ?? explainSqliteError(error, settings)
  return reason === undefined ? error : new ConfigError(reason)
}

const getCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

const explainListenError = (error: Error, settings: StartupSettings): string | undefined =>
  'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    ? LISTEN_ERRORS[getCode(error)]?.(settings)
    : undefined

function explainFileError(error: Error, { dataDir }: StartupSettings): string | undefined {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (path === undefined || !(path.startsWith(dataDir) || dataDir.startsWith(`${path}${sep}`))) return undefined
  const reason = FILE_ERRORS[getCode(error)]?.(path)
  return reason && `设置 DATA_DIR 有误：${reason}`
}

function explainSqliteError(error: Error, { dataDir, databaseUrl }: StartupSettings): string | undefined {
  if (databaseUrl !== undefined || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  const reason = SQLITE_ERRORS[error.errcode & 0xff]?.(getSqlitePath(dataDir))
  return reason && `设置 DATA_DIR 有误：${reason}`
}
