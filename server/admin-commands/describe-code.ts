/** Describes errors by their codes. */

/** By the error code of Node or of PostgreSQL. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: '文件或文件夹不存在',
  ENOTDIR: '路径中有一段不是文件夹',
  EEXIST: '已有同名的文件',
  EISDIR: '这是文件夹，不是文件',
  EACCES: '没有读写的权限',
  EPERM: '没有读写的权限',
  EROFS: '磁盘只能读，不能写',
  EIO: '磁盘读写出错，请检查磁盘',
  ENOSPC: '磁盘空间不足，请清理或扩容',
  EDQUOT: '磁盘配额不足',
  '25006': '数据库只能读，不能写；请改用主库，或检查其设置',
  '42501': '数据库用户的权限不足；请让它拥有该数据库，并能在其中建表',
  '53100': '数据库服务器的磁盘空间不足，请清理或扩容',
}

/** By SQLite's primary result code, the lowest byte of the extended one (https://sqlite.org/rescode.html). */
const SQLITE_FAILURES: Readonly<Record<number, string>> = {
  8: '数据库文件只能读，不能写；请检查其权限与挂载方式',
  10: '读写数据库文件时出错，请检查磁盘',
  11: '数据库文件已损坏',
  13: '磁盘空间不足，请清理或扩容',
  14: '无法打开数据库文件；请检查它与所在文件夹的所有者和权限',
  26: '这不是数据库文件',
}
const PRIMARY_CODE_MASK = 0xff

/** Describes the first error with a known code among an error and its causes; `undefined` if there is none. */
export function describeCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return describeSystemCode(error) ?? describeSqliteCode(error) ?? describeCode(error.cause)
}

function describeSystemCode(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const failure = FAILURES[String(error.code)]
  const path = 'path' in error && typeof error.path === 'string' ? `：${error.path}` : ''
  return failure && `${failure}${path}（${error.code}）`
}

function describeSqliteCode(error: Error): string | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined
  const failure = SQLITE_FAILURES[error.errcode & PRIMARY_CODE_MASK]
  return failure && `${failure}（SQLite ${error.errcode}）`
}
