import type { EmailConfigInput } from '#contracts/mail/mail.ts'
import { failureOf, MailFailure } from '#server/platform/mail/mail-failure.ts'
import type { Mailer, OutgoingMail, SmtpServer } from '#server/platform/mail/smtp.ts'
import { canSend, type MailConfiguration } from './configuration.ts'
import type { LeasedMail, Outbox } from './outbox.ts'

/** Connections to the mail server at a time. */
const LANES = 2

/** How a round ended: `paused` when the server could not be spoken to, whatever the letter. */
export type Round = 'done' | 'paused'

/** Takes due mails out of the outbox and sends them, on however many nodes. */
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
    const letter = outbox.open(mail)
    const server: SmtpServer = { ...smtpConfig, password: await configuration.password() }
    await mailer.send(server, { ...outgoing(mail, smtpConfig), ...letter }, signal)
  }

  /** Gives whether the server may be asked for the next. */
  async function deliver(mail: LeasedMail, config: EmailConfigInput, signal: AbortSignal): Promise<boolean> {
    try {
      await send(mail, config, signal)
    } catch (error) {
      if (signal.aborted) await outbox.release(mail)
      else await outbox.keepFailure(mail, failureOf(error))
      return error instanceof MailFailure && (error.kind === 'answered' || error.kind === 'lost')
    }
    // Outside the attempt: where this fails, the lease runs out and the mail goes out again under the same Message-ID.
    await outbox.keepSent(mail)
    return true
  }

  return {
    /** Sends all that is due, two at a time. After `stop` no other is taken; by `breakOff` those on their way wait again. */
    async run({ stop, breakOff }: { stop: AbortSignal; breakOff: AbortSignal }): Promise<Round> {
      let isAnswering = true
      const lane = async () => {
        while (isAnswering && !stop.aborted) {
          const config = await configuration.load()
          const mail = canSend(config) ? await outbox.lease() : undefined
          if (!mail) return
          if (!(await deliver(mail, config, breakOff))) isAnswering = false
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return isAnswering ? 'done' : 'paused'
    },
  }
}

/** The Message-ID is the mail's own at every attempt: one that arrives twice after a crash can be told. */
function outgoing(
  { id, toName, toEmail }: LeasedMail,
  { fromName, fromEmail }: EmailConfigInput['smtpConfig'],
): Omit<OutgoingMail, 'subject' | 'html' | 'text'> {
  return {
    from: { name: fromName, address: fromEmail },
    to: { name: toName, address: toEmail },
    messageId: `<${id}@${fromEmail.split('@')[1]}>`,
  }
}
