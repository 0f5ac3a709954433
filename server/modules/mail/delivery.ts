import type { SettingsService } from '#server/modules/settings/service.ts'
import { MailError, toMailError } from '#server/platform/mail/mail-error.ts'
import type { Mailer, OutgoingMail, SmtpServer } from '#server/platform/mail/smtp.ts'
import { canSendMail, type MailConfiguration } from './configuration.ts'
import type { LeasedMail, MailLeases } from './leases.ts'

/** The number of concurrent connections to the mail server. */
const MAX_CONNECTIONS = 2

/** The result of a delivery run: `paused` if the mail server can't be reached. */
export type DeliveryResult = 'done' | 'paused'

/** Creates the delivery of due mails, which may run on several nodes. */
export function createDelivery({
  configuration,
  leases,
  mailer,
  settings,
}: {
  configuration: MailConfiguration
  leases: MailLeases
  mailer: Mailer
  settings: Pick<SettingsService, 'getGeneral'>
}) {
  async function transmit(mail: LeasedMail, signal: AbortSignal): Promise<void> {
    const content = leases.getContent(mail)
    // Read together, so that a password is never sent to the server of another revision.
    const { config, decryptPassword } = await configuration.getWithPassword()
    const { fromName, fromEmail } = config.smtpConfig
    const sender = { name: fromName || (await settings.getGeneral()).siteName, address: fromEmail }
    const server: SmtpServer = { ...config.smtpConfig, password: decryptPassword() }
    await mailer.send(server, { ...toOutgoingMail(mail, sender), ...content }, signal)
  }

  /** Sends a mail and records the outcome. Returns whether the server accepts further mails. */
  async function sendMail(mail: LeasedMail, signal: AbortSignal): Promise<boolean> {
    try {
      await transmit(mail, signal)
    } catch (error) {
      if (signal.aborted) await leases.release(mail)
      else await leases.markFailed(mail, toMailError(error))
      return error instanceof MailError && error.isAboutThisMail
    }
    // Outside the try block: if this fails, the lease expires and the mail is resent with the same Message-ID.
    await leases.markSent(mail)
    return true
  }

  return {
    /**
     * Sends all due mails, two at a time. `stop` prevents further ones from starting; `abort` reschedules those in
     * flight.
     */
    async run({ stop, abort }: { stop: AbortSignal; abort: AbortSignal }): Promise<DeliveryResult> {
      let isServerAvailable = true
      const sendNext = async () => {
        while (isServerAvailable && !stop.aborted) {
          const mail = canSendMail(await configuration.get()) ? await leases.acquire() : undefined
          if (!mail) return
          if (!(await sendMail(mail, abort))) isServerAvailable = false
        }
      }
      await Promise.all(Array.from({ length: MAX_CONNECTIONS }, sendNext))
      return isServerAvailable ? 'done' : 'paused'
    },
  }
}

/** Returns the envelope of a mail. Its Message-ID stays the same, so that a mail sent twice can be recognized. */
function toOutgoingMail(
  { id, toName, toEmail }: LeasedMail,
  from: OutgoingMail['from'],
): Omit<OutgoingMail, 'subject' | 'html' | 'text'> {
  return {
    from,
    to: { name: toName, address: toEmail },
    messageId: `<${id}@${from.address.split('@')[1]}>`,
  }
}
