/** The rules of the alarms: pure functions of measurements and settings. */

import { ALARM_MINIMUM, ALARM_TIMES, ALARMS, type AlarmName } from '#contracts/alarms/alarm-table.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import type { SystemBackup } from '#contracts/system/system.ts'
import type { OutboxStatistics } from '#server/modules/mail/service.ts'

/** A node's own measurements, and those that are the same on all nodes. */
export type Measurements = {
  now: Date
  /** In bytes; `null` if unknown. */
  freeSpace: number | null
  /** The 99th percentile of the event-loop lag since the last check, in milliseconds. */
  loopDelayMs: number
  /** Within `ALARM_TIMES.errorWindow`. */
  requests: { count: number; errors: number }
  outbox: OutboxStatistics
  backup: SystemBackup
}
export type Finding = { name: Exclude<AlarmName, 'databaseAway'>; detail: string }

const BYTES_PER_MB = 1024 * 1024

type Rule = (measured: Measurements, settings: AlarmSettings) => string | false

/** Each returns a sentence with the figures if its alarm is due, otherwise `false`. */
const RULES: Record<Finding['name'], Rule> = {
  lowSpace: ({ freeSpace }, { lowSpaceMb }) =>
    freeSpace !== null &&
    freeSpace < lowSpaceMb * BYTES_PER_MB &&
    `磁盘仅剩${Math.floor(freeSpace / BYTES_PER_MB)} MB，低于${lowSpaceMb} MB。`,

  outboxStuck: ({ outbox }, { mailWaitMinutes }) =>
    outbox.oldestMs > mailWaitMinutes * MINUTE_MS &&
    `最早的一封邮件已等待${Math.floor(outbox.oldestMs / MINUTE_MS)}分钟，共有${outbox.waiting}封待发。`,

  mailFailing: ({ outbox: { recent } }) =>
    recent.failed >= ALARM_MINIMUM.failedMails &&
    recent.failed > recent.count * ALARMS.mailFailing.threshold &&
    `最近24小时的${recent.count}封邮件中，有${recent.failed}封发送失败。`,

  backupFailed: ({ backup, now }) => isBackupOverdue(backup, now) && describeBackup(backup),

  eventLoopHeld: ({ loopDelayMs }) =>
    loopDelayMs > ALARMS.eventLoopHeld.threshold && `事件循环的延迟（p99）达到${Math.round(loopDelayMs)}毫秒。`,

  errorRate: ({ requests: { count, errors } }, { errorPercent }) =>
    errors >= ALARM_MINIMUM.errors &&
    errors * 100 >= count * errorPercent &&
    `最近${ALARM_TIMES.errorWindow / MINUTE_MS}分钟的${count}个请求中，有${errors}个出错。`,
}

function isBackupOverdue({ isScheduled, last, lastDone }: SystemBackup, now: Date): boolean {
  if (!isScheduled) return false
  if (last?.status === 'failed') return true
  return lastDone !== null && now.getTime() - Date.parse(lastDone.startedAt) > ALARMS.backupFailed.threshold
}

const describeBackup = ({ last, lastDone }: SystemBackup): string => {
  const failed = last?.status === 'failed' ? '最近一次定时备份失败；' : '定时备份已逾期；'
  return lastDone
    ? `${failed}最近一次成功的备份始于${formatMinuteInShanghai(new Date(lastDone.startedAt))}（北京时间）。`
    : `${failed}还没有成功的备份。`
}

/** Returns every alarm that is due, except that of an unavailable database, which can't be measured from within. */
export function findConditions(measured: Measurements, settings: AlarmSettings): Finding[] {
  const names = Object.keys(RULES) as Finding['name'][]
  return names.flatMap((name) => {
    const detail = RULES[name](measured, settings)
    return detail === false ? [] : [{ name, detail }]
  })
}
