/** Describes errors by their codes, each with the remedy. */

type Failure = { label: string; advice: string }

const MISSING_ADVICE = '请检查路径'
const PERMISSION: Failure = { label: '没有读写的权限', advice: '请检查它的所有者与权限，或换运行服务的用户执行' }
const FULL_ADVICE = '请清理或扩容后再试'

/** The codes are Node's and PostgreSQL's. */
const FAILURE_BY_CODE: Readonly<Record<string, Failure>> = {
  ENOENT: { label: '文件或文件夹不存在', advice: MISSING_ADVICE },
  ENOTDIR: { label: '路径中有一段不是文件夹', advice: MISSING_ADVICE },
  EEXIST: { label: '已有同名的文件', advice: '请换一个名称，或先移走它' },
  ENOTEMPTY: { label: '已有同名的文件夹', advice: '请先移走它' },
  EISDIR: { label: '这是文件夹，不是文件', advice: MISSING_ADVICE },
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EBUSY: {
    label: '正被占用，或是挂载点，不能改名',
    advice: '请停止占用它的程序；若是挂载点，请改为挂载它的上级文件夹',
  },
  EROFS: { label: '磁盘只能读，不能写', advice: '请检查其挂载方式' },
  EIO: { label: '磁盘读写出错', advice: '请检查磁盘' },
  ENOSPC: { label: '磁盘空间不足', advice: FULL_ADVICE },
  EDQUOT: { label: '磁盘配额不足', advice: FULL_ADVICE },
  '25006': { label: '数据库只能读，不能写', advice: '请改用主库，或检查其设置' },
  '42501': { label: '数据库用户的权限不足', advice: '请让它拥有该数据库，并能在其中建表' },
  '53100': { label: '数据库服务器的磁盘空间不足', advice: FULL_ADVICE },
}

const REPLACE_ADVICE = '请用备份替换它：npm run admin -- restore 备份文件 --replace'

/**
 * By SQLite's extended result code, or else by the primary one, its lowest byte (https://sqlite.org/rescode.html).
 * 4874: there is no space for the index of the write-ahead log.
 */
const SQLITE_FAILURES: Readonly<Record<number, Failure>> = {
  5: { label: '数据库正被其他程序使用', advice: '请稍后再试，或先停止服务' },
  8: { label: '数据库文件只能读，不能写', advice: '请检查其权限与挂载方式' },
  10: { label: '读写数据库文件时出错', advice: '请检查磁盘' },
  11: { label: '数据库文件已损坏', advice: REPLACE_ADVICE },
  13: { label: '磁盘空间不足', advice: FULL_ADVICE },
  14: { label: '无法打开数据库文件', advice: '请检查它与所在文件夹的所有者和权限' },
  4874: { label: '磁盘空间不足', advice: FULL_ADVICE },
  26: { label: '这不是数据库文件', advice: `请检查路径；若是文件损坏，${REPLACE_ADVICE}` },
}
const PRIMARY_CODE_MASK = 0xff

/** Describes the first error with a known code among an error and its causes; `undefined` if there is none. */
export function describeCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return describeSystemCode(error) ?? describeSqliteCode(error) ?? describeCode(error.cause)
}

function describeSystemCode(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const failure = FAILURE_BY_CODE[String(error.code)]
  const path = 'path' in error && typeof error.path === 'string' ? `：${error.path}` : ''
  return failure && `${failure.label}${path}（${error.code}）；${failure.advice}`
}

function describeSqliteCode(error: Error): string | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined
  const failure = SQLITE_FAILURES[error.errcode] ?? SQLITE_FAILURES[error.errcode & PRIMARY_CODE_MASK]
  return failure && `${failure.label}（SQLite ${error.errcode}）；${failure.advice}`
}
