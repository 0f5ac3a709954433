import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { Links } from '#server/modules/identity/links/service.ts'
import { listActiveSuperAdminUsers, type UserRow } from '#server/modules/identity/store.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Write } from '#server/platform/database/database.ts'
import { createLetters } from './mails.ts'

type Needs = { settings: SettingsService; mail: MailService; links: Links; publicUrl: string }

const LETTER_OF = { invitation: 'invitation', password: 'passwordReset', email: 'emailVerification' } as const

export type AccountMail = ReturnType<typeof createAccountMail>

/** Sends the letters about accounts: they are queued inside the transaction of what causes them. */
export function createAccountMail({ settings, mail, links, publicUrl }: Needs) {
  const letters = createLetters(publicUrl)
  return {
    isReady: mail.isReady,

    /** What letters say of the site and whom they tell; to be asked for before a transaction begins. */
    async words() {
      const [{ siteName }, { emailNotifications, userRegistrationAlerts }] = await Promise.all([
        settings.general(),
        settings.notifications(),
      ])
      return { siteName, tellsOfRegistrations: emailNotifications && userRegistrationAlerts }
    },

    /** Makes a link and queues the letter that brings it. Gives whether mail can be sent. */
    async sendLink(write: Write, user: UserRow, purpose: LinkPurpose, { siteName }: { siteName: string }) {
      const token = await links.make(write, user.id, purpose)
      const { name, email } = user
      const letter = letters[LETTER_OF[purpose]]({ name, email, siteName, token })
      return mail.queue(write, { ...letter, to: { name, email } })
    },

    /** Tells the active super_admins of a new member, where the settings say so. */
    async announce(write: Write, member: UserRow, words: { siteName: string; tellsOfRegistrations: boolean }) {
      if (!words.tellsOfRegistrations) return
      const letter = letters.registrationAlert({ ...member, siteName: words.siteName })
      for (const { name, email } of await listActiveSuperAdminUsers(write.tx))
        await mail.queue(write, { ...letter, to: { name, email } })
    },
  }
}
