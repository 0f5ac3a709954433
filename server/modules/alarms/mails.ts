import { ALARMS, type AlarmName } from '#contracts/alarms/alarm-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { type AlarmSettings, listRecipients } from '#contracts/settings/settings.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { Addressee, MailService } from '#server/modules/mail/service.ts'
import type { Write } from '#server/platform/database/database.ts'
import type { AlarmRow } from './store.ts'
import { getSystemLink } from './webhook-events.ts'

export type Accounts = Pick<IdentityService['accounts'], 'listSuperAdmins'>
type Told = Pick<AlarmRow, 'name' | 'node' | 'detail' | 'raisedAt' | 'resolvedAt'>

const formatTime = (moment: string): string => formatMinuteInShanghai(new Date(moment))

/** Creates the mails about alarms: to the recipients of the settings, else to the super_admins. */
export function createAlarmMails({
  mail,
  accounts,
  publicUrl,
}: {
  mail: Pick<MailService, 'queueTemplate'>
  accounts: Accounts
  publicUrl: string
}) {
  async function listAddressees({ tx }: Write, { alarmMails, alarmRecipients }: AlarmSettings): Promise<Addressee[]> {
    if (!alarmMails) return []
    const recipients = listRecipients(alarmRecipients).map((email) => ({ name: '', email }))
    return recipients.length > 0 ? recipients : accounts.listSuperAdmins(tx)
  }
  const describe = ({ node, detail }: Told): string => (node === '' ? detail : `节点 ${node}：${detail}`)

  return {
    /** Returns whose an alarm is: a node's, or ''. */
    getOwner: (name: AlarmName, node: string): string => (ALARMS[name].scope === 'node' ? node : ''),

    /** Queues the mails about an alarm that is on. Returns how many. */
    async queueRaised(write: Write, config: AlarmSettings, alarm: Told): Promise<number> {
      const { label, advice } = ALARMS[alarm.name]
      const values = {
        alarmName: label,
        alarmDetail: describe(alarm),
        alarmAdvice: advice,
        alarmStart: formatTime(alarm.raisedAt),
        systemLink: getSystemLink(publicUrl),
      }
      let count = 0
      for (const to of await listAddressees(write, config))
        count += (await mail.queueTemplate(write, 'alarmRaised', values, { to })).length
      return count
    },

    async queueResolved(write: Write, config: AlarmSettings, alarm: Told & { resolvedAt: string }): Promise<void> {
      const values = {
        alarmName: ALARMS[alarm.name].label,
        alarmDetail: describe(alarm),
        alarmStart: formatTime(alarm.raisedAt),
        alarmEnd: formatTime(alarm.resolvedAt),
        systemLink: getSystemLink(publicUrl),
      }
      for (const to of await listAddressees(write, config))
        await mail.queueTemplate(write, 'alarmResolved', values, { to })
    },
  }
}
