import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { ALARM_TEST_MAIL } from '#contracts/alarms/messages.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { type AlarmSettings, listRecipients } from '#contracts/settings/settings.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailRecipient, MailService } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { getSystemLink } from './alarm-events.ts'
import type { AlarmRow } from './store.ts'

export type Accounts = Pick<IdentityService['accounts'], 'listSuperAdmins'>
type MailedAlarm = Pick<AlarmRow, 'name' | 'node' | 'detail' | 'raisedAt' | 'resolvedAt'>

const formatTime = (timestamp: string): string => formatMinuteInShanghai(new Date(timestamp))

/**
 * Creates the mails about alarms. They go to the recipients in the settings, or to the super_admins if none are set.
 */
export function createAlarmMails({
  mail,
  accounts,
  publicUrl,
}: {
  mail: Pick<MailService, 'queueTemplate'>
  accounts: Accounts
  publicUrl: string
}) {
  async function listAlarmRecipients(
    { db }: Transaction,
    { alarmMails, alarmRecipients }: AlarmSettings,
  ): Promise<MailRecipient[]> {
    if (!alarmMails) return []
    const recipients = listRecipients(alarmRecipients).map((email) => ({ name: '', email }))
    return recipients.length > 0 ? recipients : accounts.listSuperAdmins(db)
  }
  const describeAlarm = ({ node, detail }: MailedAlarm): string => (node === '' ? detail : `节点 ${node}：${detail}`)

  async function queueMails(
    transaction: Transaction,
    config: AlarmSettings,
    { label, advice, ...alarm }: MailedAlarm & { label: string; advice: string },
  ): Promise<number> {
    const values = {
      alarmName: label,
      alarmDetail: describeAlarm(alarm),
      alarmAdvice: advice,
      alarmStart: formatTime(alarm.raisedAt),
      systemLink: getSystemLink(publicUrl),
    }
    let count = 0
    for (const to of await listAlarmRecipients(transaction, config))
      count += (await mail.queueTemplate(transaction, 'alarmRaised', values, { to })).length
    return count
  }

  return {
    /** Queues the mails about an active alarm. */
    async queueRaisedMails(transaction: Transaction, config: AlarmSettings, alarm: MailedAlarm): Promise<void> {
      await queueMails(transaction, config, { ...alarm, ...ALARMS[alarm.name] })
    },

    /** Queues mails like those of an alarm, which say that they are a test. Returns how many. */
    queueTestMails: (transaction: Transaction, config: AlarmSettings, alarm: MailedAlarm): Promise<number> =>
      queueMails(transaction, config, { ...alarm, ...ALARM_TEST_MAIL }),

    /** Queues the mails about a resolved alarm. */
    async queueResolvedMails(
      transaction: Transaction,
      config: AlarmSettings,
      alarm: MailedAlarm & { resolvedAt: string },
    ): Promise<void> {
      const values = {
        alarmName: ALARMS[alarm.name].label,
        alarmDetail: describeAlarm(alarm),
        alarmStart: formatTime(alarm.raisedAt),
        alarmEnd: formatTime(alarm.resolvedAt),
        systemLink: getSystemLink(publicUrl),
      }
      for (const to of await listAlarmRecipients(transaction, config))
        await mail.queueTemplate(transaction, 'alarmResolved', values, { to })
    },
  }
}
