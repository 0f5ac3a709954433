import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import { AlarmSettingsSchema } from '#contracts/settings/settings.ts'
import { evaluateRules, type Measurements } from './alarm-rules.ts'

const SETTINGS = AlarmSettingsSchema.parse({})
const HEALTHY: Measurements = {
  now: new Date('2026-11-21T04:00:00.000Z'),
  freeSpace: 500 * 1024 * 1024,
  loopDelayMs: 500,
  requests: { count: 1_000, errors: 49 },
  outbox: { waiting: 3, failed: 9, oldestMs: 30 * MINUTE_MS, recent: { count: 20, failed: 10 } },
  backup: {
    isScheduled: true,
    runningSince: null,
    last: null,
    firstStartedAt: '2026-11-01T02:00:00.000Z',
    lastSuccessfulRun: { startedAt: '2026-11-20T02:00:00.000Z', size: 1 },
    failureSinceSuccess: null,
  },
  switchedOffWebhooks: 0,
}

const FAILED_BACKUP = {
  status: 'failed',
  startedAt: '2026-11-21T03:00:00.000Z',
  endedAt: '2026-11-21T03:01:00.000Z',
  size: null,
  missingFiles: null,
  failure: 'diskFull',
} as const
const INTERRUPTED_BACKUP = { ...FAILED_BACKUP, status: 'interrupted', failure: null } as const

describe('evaluateRules', () => {
  it('returns nothing if every measurement is within its limit', () => {
    expect(evaluateRules(HEALTHY, SETTINGS)).toEqual([])
  })

  it.each<[string, Partial<Measurements>, string, string]>([
    [
      'free space one byte below the limit',
      { freeSpace: 500 * 1024 * 1024 - 1 },
      'lowSpace',
      '磁盘仅剩499 MB，低于500 MB。',
    ],
    ['a full disk', { freeSpace: 0 }, 'lowSpace', '磁盘仅剩0 MB，低于500 MB。'],
    [
      'a mail that waits too long',
      { outbox: { ...HEALTHY.outbox, oldestMs: 31 * MINUTE_MS } },
      'outboxStuck',
      '最早的一封邮件已等待31分钟，共有3封待发。',
    ],
    [
      'most mails failing',
      { outbox: { ...HEALTHY.outbox, recent: { count: 20, failed: 11 } } },
      'mailFailing',
      '最近24小时的20封邮件中，有11封发送失败。',
    ],
    [
      'a webhook that was switched off',
      { switchedOffWebhooks: 1 },
      'webhookSwitchedOff',
      '有1个Webhook一整天都没有送达，已自动停用。',
    ],
    ['a blocked event loop', { loopDelayMs: 501 }, 'eventLoopBlocked', '事件循环的延迟（p99）达到501毫秒。'],
    [
      'too many errors',
      { requests: { count: 1_000, errors: 50 } },
      'errorRate',
      '最近5分钟的1000个请求中，有50个出错。',
    ],
    [
      'a failed backup',
      { backup: { ...HEALTHY.backup, last: FAILED_BACKUP, failureSinceSuccess: 'diskFull' } },
      'backupFailed',
      '最近一次备份失败：备份文件夹所在的磁盘已满；最近一次成功的备份始于2026-11-20 10:00（北京时间）。请清理或扩容，减少保留份数，或把 BACKUP_DIR 改到更大的磁盘。',
    ],
    [
      'a failed backup whose retry was interrupted',
      { backup: { ...HEALTHY.backup, last: INTERRUPTED_BACKUP, failureSinceSuccess: 'diskFull' } },
      'backupFailed',
      '最近一次备份失败：备份文件夹所在的磁盘已满，此后的重试没有完成；最近一次成功的备份始于2026-11-20 10:00（北京时间）。请清理或扩容，减少保留份数，或把 BACKUP_DIR 改到更大的磁盘。',
    ],
    [
      'a backup that is overdue',
      { now: new Date('2026-11-21T04:00:01.000Z') },
      'backupFailed',
      '定时备份已逾期；最近一次成功的备份始于2026-11-20 10:00（北京时间）。',
    ],
    [
      'backups that were all interrupted',
      { backup: { ...HEALTHY.backup, last: INTERRUPTED_BACKUP, lastSuccessfulRun: null } },
      'backupFailed',
      '定时备份已逾期；还没有成功的备份。',
    ],
  ])('returns a finding for %s', (_, measurements, name, detail) => {
    expect(evaluateRules({ ...HEALTHY, ...measurements }, SETTINGS)).toEqual([{ name, detail }])
  })

  it.each<[string, Partial<Measurements>]>([
    ['few errors of few requests', { requests: { count: 9, errors: 9 } }],
    ['a few failed mails', { outbox: { ...HEALTHY.outbox, recent: { count: 4, failed: 4 } } }],
    ['unknown free space', { freeSpace: null }],
    [
      'a failed backup if backups are no longer scheduled',
      {
        backup: { ...HEALTHY.backup, isScheduled: false, last: FAILED_BACKUP, failureSinceSuccess: 'diskFull' },
      },
    ],
    ['an interrupted backup, which is retried', { backup: { ...HEALTHY.backup, last: INTERRUPTED_BACKUP } }],
    [
      'a first backup that was interrupted within the last 26 hours',
      {
        backup: {
          ...HEALTHY.backup,
          last: INTERRUPTED_BACKUP,
          firstStartedAt: '2026-11-20T02:00:00.000Z',
          lastSuccessfulRun: null,
        },
      },
    ],
    [
      'a new installation without a backup',
      { backup: { ...HEALTHY.backup, firstStartedAt: null, lastSuccessfulRun: null } },
    ],
  ])('returns nothing for %s', (_, measurements) => {
    expect(evaluateRules({ ...HEALTHY, ...measurements }, SETTINGS)).toEqual([])
  })
})
