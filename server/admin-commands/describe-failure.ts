import { ConfigError } from '../config.ts'
import { describeError } from '../open-configured-database.ts'

/** By Node's error code. */
const FILE_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: '文件或文件夹不存在',
  ENOTDIR: '路径中有一段不是文件夹',
  EISDIR: '这是文件夹，不是文件',
  EACCES: '没有读写的权限',
  EPERM: '没有读写的权限',
  EROFS: '磁盘只能读，不能写',
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额不足',
}

/** Describes in one line why a command failed. */
export const describeFailure = (error: unknown): string =>
  error instanceof ConfigError ? error.message : `操作失败：${describeFileFailure(error) ?? describeError(error)}`

function describeFileFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const failure = FILE_FAILURES[String(error.code)]
  const path = 'path' in error && typeof error.path === 'string' ? `：${error.path}` : ''
  return failure && `${failure}${path}（${error.code}）`
}
