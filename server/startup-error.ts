/** Explains why the server couldn't start: the setting or path that caused the error, and the remedy. */
import { sep } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { describeError, getSqlitePath } from './open-configured-database.ts'
import { FileStoreError, FileStoreTimeoutError } from './platform/files/file-store.ts'

type StartupSettings = Pick<Config, 'port' | 'host' | 'dataDir' | 'databaseUrl' | 's3'>

/** Converts an error caused by a setting or a path to a `ConfigError` in Chinese; returns any other error unchanged. */
export function explainStartupError(error: unknown, settings: StartupSettings): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error
  const explanation =
    explainListenError(error, settings) ??
    explainFileError(error, settings) ??
    explainSqliteError(error, settings) ??
    explainStoreError(error, settings)
  return explanation === undefined ? error : new ConfigError(explanation)
}

const LISTEN_ERRORS: Readonly<Record<string, (settings: StartupSettings) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `设置 PORT 有误：${host} 的端口 ${port} 已被占用（EADDRINUSE）；请停止占用它的程序，或换一个端口`,
  EACCES: ({ port }) => `设置 PORT 有误：没有权限使用端口 ${port}（EACCES）；请换一个大于 1023 的端口`,
  EADDRNOTAVAIL: ({ host }) => `设置 HOST 有误：本机没有地址 ${host}（EADDRNOTAVAIL）；请改为本机的地址，或 0.0.0.0`,
  ENOTFOUND: ({ host }) => `设置 HOST 有误：找不到主机名 ${host}（ENOTFOUND）；请改为本机的地址，或 0.0.0.0`,
}

function explainListenError(error: Error, settings: StartupSettings): string | undefined {
  const isListenError = 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  return isListenError ? LISTEN_ERRORS[getErrorCode(error)]?.(settings) : undefined
}

const OTHER_FOLDER_HINT = '或指定另一个文件夹'
const describePermissionDenied = (path: string) => `没有权限读写 ${path}；请更改其所有者或权限，${OTHER_FOLDER_HINT}`
const describeReadOnly = (path: string) => `${path} 只能读，不能写；请更改其权限或挂载方式，${OTHER_FOLDER_HINT}`
const describeNotAFolder = (path: string) => `${path} 不是文件夹；请移走该文件，${OTHER_FOLDER_HINT}`
const describeFullDisk = (path: string) => `${path} 所在的磁盘已满；请清理或扩容后再启动`

const FILE_ERRORS: Readonly<Record<string, (path: string) => string>> = {
  EEXIST: describeNotAFolder,
  ENOTDIR: describeNotAFolder,
  EACCES: describePermissionDenied,
  EPERM: describePermissionDenied,
  EROFS: describeReadOnly,
  ENOSPC: describeFullDisk,
  EDQUOT: describeFullDisk,
}

/** Explains an error that concerns a path in the data folder, or one of its parent folders. */
function explainFileError(error: Error, { dataDir }: StartupSettings): string | undefined {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (path === undefined || !(isInside(path, dataDir) || isInside(dataDir, path))) return undefined
  const explanation = FILE_ERRORS[getErrorCode(error)]?.(path)
  return explanation && `设置 DATA_DIR 有误：${explanation}`
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** The primary result codes of SQLite (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26
/** An extended result code contains the primary one in its lowest byte. */
const PRIMARY_CODE_MASK = 0xff

/** A damaged disk, or a container without a folder for temporary files. */
const describeIoError = (path: string) => `读写 ${path} 时出错；请检查磁盘，以及临时文件夹（如 /tmp）是否可写`
const describeCorruptFile = (path: string) =>
  `${path} 已损坏，或不是智鉴的数据库；请从备份恢复（npm run admin -- restore 备份文件 --replace），${OTHER_FOLDER_HINT}`
const describeCannotOpen = (path: string) =>
  `无法打开 ${path}；请检查该文件及其文件夹的所有者和权限，${OTHER_FOLDER_HINT}`

const describeLocked = (path: string) => `${path} 正被其他程序使用；请先停止它，${OTHER_FOLDER_HINT}`

const SQLITE_ERRORS: Readonly<Record<number, (path: string) => string>> = {
  [SQLITE_BUSY]: describeLocked,
  [SQLITE_READONLY]: describeReadOnly,
  [SQLITE_IOERR]: describeIoError,
  [SQLITE_CORRUPT]: describeCorruptFile,
  [SQLITE_FULL]: describeFullDisk,
  [SQLITE_CANTOPEN]: describeCannotOpen,
  [SQLITE_NOTADB]: describeCorruptFile,
}

function explainSqliteError(error: Error, { dataDir, databaseUrl }: StartupSettings): string | undefined {
  if (databaseUrl !== undefined || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  const explanation = SQLITE_ERRORS[error.errcode & PRIMARY_CODE_MASK]?.(getSqlitePath(dataDir))
  return explanation && `设置 DATA_DIR 有误：${explanation}`
}

const STORE_HINT = '请检查地址与网络，以及对象存储是否正常'

/** Explains an error of the object store, which is first used when the sample content is loaded. */
function explainStoreError(error: Error, { s3 }: StartupSettings): string | undefined {
  if (!s3) return undefined
  if (error instanceof FileStoreError)
    return `设置 FILES_URL 有误：对象存储 ${s3.bucketUrl} 拒绝了请求（${error.status}）；请检查密钥、桶及其权限`
  if (error instanceof FileStoreTimeoutError)
    return `设置 FILES_URL 有误：对象存储 ${s3.bucketUrl} 没有及时应答；${STORE_HINT}`
  // What `fetch` throws if the connection fails.
  const isUnreachable = error instanceof TypeError && error.cause instanceof Error
  return isUnreachable
    ? `设置 FILES_URL 有误：对象存储 ${s3.bucketUrl} 无法访问（${describeError(error.cause)}）；${STORE_HINT}`
    : undefined
}

const getErrorCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
