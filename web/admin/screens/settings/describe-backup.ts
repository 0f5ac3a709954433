import { BACKUP_FAILURES } from '#contracts/system/backup-failures.ts'
import type { EndedBackup, SystemBackup } from '#contracts/system/system.ts'
import { formatDuration, formatMinute, formatSize } from '../../../shared/formats.ts'
import type { Detail } from './detail-list.tsx'

/** Lists the details of the last backup, and of the last successful one if that is another. */
export function listBackupDetails({ isScheduled, last, lastSuccessfulRun }: SystemBackup): Detail[] {
  const details: Detail[] = [
    ['定时备份', isScheduled ? '已开启' : '未开启'],
    ['上次备份', last ? formatMinute(last.startedAt) : '尚无'],
  ]
  if (!last) return details
  details.push(['结果', describeOutcome(last)], ['用时', describeElapsedTime(last)])
  if (last.size !== null) details.push(['大小', formatSize(last.size)])
  else if (lastSuccessfulRun)
    details.push([
      '上次成功的备份',
      `${formatMinute(lastSuccessfulRun.startedAt)}，${formatSize(lastSuccessfulRun.size)}`,
    ])
  else details.push(['上次成功的备份', '尚无'])
  return details
}

function describeOutcome({ status, failure }: EndedBackup): string {
  if (status === 'done') return '成功'
  return status === 'interrupted' ? '中断' : `失败：${BACKUP_FAILURES[failure ?? 'unknown'].label}`
}

function describeElapsedTime({ startedAt, endedAt }: EndedBackup): string {
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000))
  return seconds < 60 ? `${seconds}秒` : formatDuration(seconds)
}

type BackupNotice = { type: 'error' | 'warning'; title: string; description: string }

/** Returns what an operator should know about the last backup; `undefined` if all is well. */
export function findBackupNotice({ isScheduled, last }: SystemBackup): BackupNotice | undefined {
  if (last?.status === 'failed') {
    const { label, advice } = BACKUP_FAILURES[last.failure ?? 'unknown']
    return { type: 'error', title: `上次备份失败：${label}`, description: advice }
  }
  if (last?.status === 'interrupted')
    return {
      type: 'warning',
      title: '上次备份没有完成：备份时服务停止了',
      description: isScheduled ? '系统会自动重新备份，也可以现在备份。' : '请重新备份。',
    }
  if (last?.missingFiles)
    return {
      type: 'warning',
      title: `上次备份缺少${last.missingFiles}个上传的文件：数据库中有记录，存储中没有`,
      description: '请检查 uploads 文件夹或对象存储的桶是否正确，文件有没有被移走。',
    }
  return undefined
}
