import type { SystemBackup } from '#contracts/system/system.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Accounts } from './mails.ts'

export type AlarmDependencies = {
  database: Database
  clock: Clock
  settings: Pick<SettingsService, 'getAlarms' | 'getGeneral'>
  mail: MailService
  accounts: Accounts
  outbox: Pick<OutboxService, 'record' | 'sendDirectly' | 'listUndelivered' | 'webhooks'>
  getBackupStatus(): Promise<SystemBackup>
  getFreeDiskSpace(): Promise<number | null>
  publicUrl: string
  /** The name of this node in alarms. */
  node: string
}
