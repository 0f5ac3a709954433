/** The alarms: when each is raised, and what an operator should do about it. */
import { DAY_MS, HOUR_MS } from '../durations.ts'

/**
 * `node` alarms concern one node, `shared` alarms the entire installation. The threshold is fixed, or read from a
 * `setting`. Times are in milliseconds.
 */
type AlarmDefinition = {
  label: string
  scope: 'node' | 'shared'
  /** The operator's first step. */
  advice: string
  /** Whether the alarm is resolved by the first check without its condition, which can't change back soon. */
  resolvesAtOnce?: true
} & ({ threshold: number; setting?: never } | { setting: 'lowSpaceMb' | 'errorPercent' | 'mailWaitMinutes' })

export const ALARMS = {
  databaseUnavailable: {
    label: '数据库无法访问',
    scope: 'node',
    threshold: 30_000,
    advice: '请检查数据库与网络；恢复后各节点会自动重新连接。',
  },
  lowSpace: {
    label: '磁盘空间不足',
    scope: 'node',
    setting: 'lowSpaceMb',
    advice: '请清理或扩容；空间用尽后，任何内容都无法保存。',
  },
  outboxStuck: {
    label: '邮件积压',
    scope: 'shared',
    setting: 'mailWaitMinutes',
    advice: '请在邮件设置的发件箱中查看邮件服务器的答复。',
  },
  mailFailing: {
    label: '邮件大量发送失败',
    scope: 'shared',
    threshold: 0.5,
    advice: '请在邮件设置的发件箱中查看失败原因，必要时修改设置后重发。',
  },
  backupFailed: {
    label: '备份失败或逾期',
    scope: 'shared',
    threshold: 26 * HOUR_MS,
    resolvesAtOnce: true,
    advice: '系统每小时重试一次，以前的备份仍然保留；处理之后，可在系统状态中立即备份。',
  },
  webhookSwitchedOff: {
    label: 'Webhook已自动停用',
    scope: 'shared',
    threshold: 1,
    resolvesAtOnce: true,
    advice: '请在Webhook的投递记录中查看原因，解决后重新启用，或者删除。',
  },
  eventLoopBlocked: {
    label: '服务响应迟缓',
    scope: 'node',
    threshold: 500,
    advice: '请查看该节点的CPU与慢查询日志；持续出现时，请增加节点。',
  },
  errorRate: {
    label: '错误率过高',
    scope: 'node',
    setting: 'errorPercent',
    advice: '请按请求编号在日志中查找“request failed”。',
  },
} as const satisfies Record<string, AlarmDefinition>

export type AlarmName = keyof typeof ALARMS
export const ALARM_NAMES = Object.keys(ALARMS) as [AlarmName, ...AlarmName[]]

/** Alarms are checked every `checkIntervalMs`; one that hasn't been observed for `resolveAfterMs` is resolved, some at once. */
export const ALARM_TIMES = {
  checkIntervalMs: 15_000,
  resolveAfterMs: 120_000,
  errorWindowMs: 300_000,
  mailWindowMs: DAY_MS,
} as const

/** Below these counts no alarm is raised, regardless of the proportion. */
export const ALARM_MINIMUM = { errors: 10, failedMails: 5 } as const
