import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Project } from '../view.ts'
import { createJudgeMail, type JudgeMailOccasion } from './mails.ts'
import type { JudgeRow } from './store.ts'

type Dependencies = {
  accounts: IdentityService['accounts']
  mail: MailService
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

export type JudgeMailer = ReturnType<typeof createJudgeMailer>

/** Creates the functions that write to judges who were invited by their email address. */
export function createJudgeMailer({ accounts, mail, settings, publicUrl }: Dependencies) {
  async function findActiveAccount(db: Queryable, email: string) {
    const user = await accounts.findByEmail(db, email)
    return user?.status === 'active' ? user : undefined
  }

  return {
    isReady: mail.isReady,
    findActiveAccount,

    /** Queues a mail to a judge; nothing if they were invited by link, or the address has no account. */
    async queue(
      transaction: Transaction,
      { id: projectId, name: projectName, ownerName }: Project,
      judge: Pick<JudgeRow, 'name' | 'email'>,
      occasion: JudgeMailOccasion,
    ): Promise<void> {
      const account = judge.email === null ? undefined : await findActiveAccount(transaction.db, judge.email)
      if (!account) return
      const { siteName } = await settings.getGeneral(transaction.db)
      const content = createJudgeMail(occasion, {
        siteName,
        publicUrl,
        judgeName: judge.name,
        projectId,
        projectName,
        ownerName,
      })
      await mail.queue(transaction, { ...content, to: { name: judge.name, email: account.email } })
    },
  }
}
