import { BACKUP_FAILURES } from '#contracts/system/backup-failures.ts'
import { ConfigError } from '../config.ts'
import { ArchiveError } from '../modules/backups/archive/format.ts'
import { BackupError } from '../modules/backups/backup-error.ts'
import { describeError } from '../open-configured-database.ts'
import { describeCode } from './describe-code.ts'

const UNKNOWN_ADVICE = '请按这条信息检查后再试，仍不能解决时，请连同命令一起报告'

/** Describes in one line why a command failed, and what to do. */
export const describeFailure = (error: unknown): string =>
  error instanceof ConfigError ? error.message : `操作失败：${describeReason(error)}`

function describeReason(error: unknown): string {
  const reason = describeCode(error)
  if (reason !== undefined) return reason
  const message = describeError(error)
  // The messages of archives say themselves what to do.
  if (error instanceof ArchiveError) return message
  if (!(error instanceof BackupError) || error.failure === 'unknown') return `${message}；${UNKNOWN_ADVICE}`
  const { label, advice } = BACKUP_FAILURES[error.failure]
  return `${label}（${message}）；${advice}`
}
