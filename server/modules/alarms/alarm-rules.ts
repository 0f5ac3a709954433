/** The rules of the alarms: pure functions of measurements and settings. */

import { ALARM_MINIMUM, ALARM_TIMES, ALARMS, type AlarmName } from '#contracts/alarms/alarm-table.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import { BACKUP_FAILURES } from '#contracts/system/backup-failures.ts'
import type { SystemBackup } from '#contracts/system/system.ts'
import type { OutboxStatistics } from '#server/modules/mail/service.ts'

/** The measurements that the rules evaluate. Free space, event-loop lag and requests are those of one node. */
export type Measurements = {
  now: Date
  /** The free bytes of the disk; `null` if unknown. */
  freeSpace: number | null
  /** The 99th percentile of the event-loop lag since the last check, in milliseconds. */
  loopDelayMs: number
  /** Within `ALARM_TIMES.errorWindowMs`. */
  requests: { count: number; errors: number }
  outbox: OutboxStatistics
  backup: SystemBackup
  /** The webhooks that were switched off because they had failed for a day. */
  switchedOffWebhooks: number
}
/** A rule whose condition is met, with a sentence that describes the measured values. */
export type Finding = { name: Exclude<AlarmName, 'databaseUnavailable'>; detail: string }

const BYTES_PER_MB = 1024 * 1024

type Rule = (measurements: Measurements, settings: AlarmSettings) => string | undefined

/** Each rule returns a sentence with the measured values if its condition is met, otherwise `undefined`. */
const RULES: Record<Finding['name'], Rule> = {
  lowSpace({ freeSpace }, { lowSpaceMb }) {
    if (freeSpace === null || freeSpace >= lowSpaceMb * BYTES_PER_MB) return undefined
    return `磁盘仅剩${Math.floor(freeSpace / BYTES_PER_MB)} MB，低于${lowSpaceMb} MB。`
  },

  outboxStuck({ outbox }, { mailWaitMinutes }) {
    if (outbox.oldestMs <= mailWaitMinutes * MINUTE_MS) return undefined
    return `最早的一封邮件已等待${Math.floor(outbox.oldestMs / MINUTE_MS)}分钟，共有${outbox.waiting}封待发。`
  },

  mailFailing({ outbox }) {
    const { count, failed } = outbox.recent
    if (failed < ALARM_MINIMUM.failedMails || failed <= count * ALARMS.mailFailing.threshold) return undefined
    return `最近24小时的${count}封邮件中，有${failed}封发送失败。`
  },

  backupFailed: ({ backup, now }) => (isBackupFailedOrOverdue(backup, now) ? describeBackup(backup) : undefined),

  webhookSwitchedOff({ switchedOffWebhooks }) {
    if (switchedOffWebhooks < ALARMS.webhookSwitchedOff.threshold) return undefined
    return `有${switchedOffWebhooks}个Webhook一整天都没有送达，已自动停用。`
  },

  eventLoopBlocked({ loopDelayMs }) {
    if (loopDelayMs <= ALARMS.eventLoopBlocked.threshold) return undefined
    return `事件循环的延迟（p99）达到${Math.round(loopDelayMs)}毫秒。`
  },

  errorRate({ requests }, { errorPercent }) {
    const { count, errors } = requests
    if (errors < ALARM_MINIMUM.errors || errors * 100 < count * errorPercent) return undefined
    return `最近${ALARM_TIMES.errorWindowMs / MINUTE_MS}分钟的${count}个请求中，有${errors}个出错。`
  },
}

function isBackupFailedOrOverdue(backup: SystemBackup, now: Date): boolean {
  if (!backup.isScheduled) return false
  // An interrupted retry mends nothing.
  if (backup.failureSinceSuccess) return true
  // If every attempt was interrupted, none has failed, but there is no backup either.
  const startedAt = backup.lastSuccessfulRun?.startedAt ?? backup.firstStartedAt
  return startedAt !== null && now.getTime() - Date.parse(startedAt) > ALARMS.backupFailed.threshold
}

const describeBackup = ({ last, lastSuccessfulRun, failureSinceSuccess }: SystemBackup): string => {
  const failure = failureSinceSuccess ? BACKUP_FAILURES[failureSinceSuccess] : undefined
  const retry = last?.status === 'interrupted' ? '，此后的重试没有完成' : ''
  const problem = failure ? `最近一次备份失败：${failure.label}${retry}` : '定时备份已逾期'
  const lastSuccess = lastSuccessfulRun
    ? `最近一次成功的备份始于${formatMinuteInShanghai(new Date(lastSuccessfulRun.startedAt))}（北京时间）`
    : '还没有成功的备份'
  return `${problem}；${lastSuccess}。${failure?.advice ?? ''}`
}

/** Evaluates all rules. None is for `databaseUnavailable`: an unavailable database is detected without measurements. */
export function evaluateRules(measurements: Measurements, settings: AlarmSettings): Finding[] {
  const names = Object.keys(RULES) as Finding['name'][]
  return names.flatMap((name) => {
    const detail = RULES[name](measurements, settings)
    return detail === undefined ? [] : [{ name, detail }]
  })
}
