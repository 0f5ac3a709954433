import { BACKUP_FAILURES } from '#contracts/system/backup-failures.ts'
import { ConfigError } from '../config.ts'
import { BackupError } from '../modules/backups/backup-error.ts'
import { describeError } from '../open-configured-database.ts'
import { describeCode } from './describe-code.ts'

/** Describes in one line why a command failed. */
export const describeFailure = (error: unknown): string =>
  error instanceof ConfigError ? error.message : `操作失败：${describeReason(error)}`

function describeReason(error: unknown): string {
  const reason = describeCode(error)
  if (reason !== undefined) return reason
  if (!(error instanceof BackupError) || error.failure === 'unknown') return describeError(error)
  const { label, advice } = BACKUP_FAILURES[error.failure]
  return `${label}（${describeError(error)}）；${advice}`
}
