import type { EmailConfigInput } from '#contracts/mail/mail.ts'
import { getFailure, MailFailure } from '#server/platform/mail/mail-failure.ts'
import type { Mailer, OutgoingMail, SmtpServer } from '#server/platform/mail/smtp.ts'
import { canSend, type MailConfiguration } from './configuration.ts'
import type { LeasedMail, Outbox } from './outbox.ts'

/** Connections to the mail server at a time. */
const CONCURRENCY = 2

/** The result of a delivery run: `paused` if the mail server can't be reached. */
export type DeliveryResult = 'done' | 'paused'

/** Creates the delivery of due mails, which may run on several nodes. */
export function createDelivery({
  configuration,
  outbox,
  mailer,
}: {
  configuration: MailConfiguration
  outbox: Outbox
  mailer: Mailer
}) {
  async function send(mail: LeasedMail, { smtpConfig }: EmailConfigInput, signal: AbortSignal): Promise<void> {
    const content = outbox.decrypt(mail)
    const server: SmtpServer = { ...smtpConfig, password: await configuration.password() }
    await mailer.send(server, { ...toOutgoingMail(mail, smtpConfig), ...content }, signal)
  }

  /** Returns whether the server may be asked for the next. */
  async function sendMail(mail: LeasedMail, config: EmailConfigInput, signal: AbortSignal): Promise<boolean> {
    try {
      await send(mail, config, signal)
    } catch (error) {
      if (signal.aborted) await outbox.release(mail)
      else await outbox.markFailed(mail, getFailure(error))
      return error instanceof MailFailure && (error.kind === 'answered' || error.kind === 'lost')
    }
    // Outside the attempt: if this fails, the lease runs out and the mail goes out again under the same Message-ID.
    await outbox.markSent(mail)
    return true
  }

  return {
    /** Sends all that is due, two at a time. After `stop` no other is taken; by `abort` those on their way wait again. */
    async run({ stop, abort }: { stop: AbortSignal; abort: AbortSignal }): Promise<DeliveryResult> {
      let isAnswering = true
      const sendNext = async () => {
        while (isAnswering && !stop.aborted) {
          const config = await configuration.load()
          const mail = canSend(config) ? await outbox.lease() : undefined
          if (!mail) return
          if (!(await sendMail(mail, config, abort))) isAnswering = false
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, sendNext))
      return isAnswering ? 'done' : 'paused'
    },
  }
}

/** The Message-ID is the mail's own at every attempt: one that arrives twice after a crash can be told. */
function toOutgoingMail(
  { id, toName, toEmail }: LeasedMail,
  { fromName, fromEmail }: EmailConfigInput['smtpConfig'],
): Omit<OutgoingMail, 'subject' | 'html' | 'text'> {
  return {
    from: { name: fromName, address: fromEmail },
    to: { name: toName, address: toEmail },
    messageId: `<${id}@${fromEmail.split('@')[1]}>`,
  }
}
