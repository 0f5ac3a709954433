import type { EmailConfigInput, Recipient, TemplateName, TemplateValues } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Write } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail/smtp.ts'
import { canSend, createMailConfiguration, type MailDependencies } from './configuration.ts'
import { createDelivery } from './delivery.ts'
import { fillTemplate } from './mail-content.ts'
import { type Addressee, createOutbox, type NewMail } from './outbox.ts'
import { preview } from './preview.ts'
import { createTestMail } from './test-mail.ts'

export { MAIL_NAME } from './configuration.ts'
export { type Addressee, type NewMail, OUTBOX_NAME } from './outbox.ts'

export type MailService = ReturnType<typeof createMailService>

/** Creates the mail service: mails are queued inside the transaction that causes them, and sent by a worker. */
export function createMailService(dependencies: MailDependencies & { mailer: Mailer }) {
  const configuration = createMailConfiguration(dependencies)
  const outbox = createOutbox(dependencies)

  return {
    configuration,
    outbox,
    delivery: createDelivery({ configuration, outbox, mailer: dependencies.mailer }),
    test: createTestMail({ ...dependencies, configuration }),
    preview,

    /**
     * Has a mail that waits or failed sent at once. Throws `notFound` and `conflict`, see the outbox; also if mail is
     * off.
     */
    async retry(id: string, actor: Actor): Promise<void> {
      if (!canSend(await configuration.load())) throw conflict(MAIL_MESSAGES.mailOff)
      await outbox.retry(id, actor)
    },

    /**
     * Returns whether mail can be sent: it is on, and has a server and a sender. Not to be asked inside a transaction.
     */
    isReady: async (): Promise<boolean> => canSend(await configuration.load()),

    /**
     * Queues a mail inside the caller's transaction. Nothing is queued while mail can't be sent, so that no outdated
     * mails go out later. Returns whether it was queued.
     */
    async queue(write: Write, mail: NewMail): Promise<boolean> {
      if (!canSend(await configuration.load(write.tx))) return false
      await outbox.add(write, mail)
      return true
    },

    /**
     * Renders a template and queues it inside the caller's transaction: to `to`, or to each active staff recipient. An
     * empty template is not sent. Returns the number of mails.
     */
    async queueTemplate<Name extends TemplateName>(
      write: Write,
      name: Name,
      values: TemplateValues<Name>,
      to?: Addressee,
    ): Promise<number> {
      const config = await configuration.load(write.tx)
      const content = fillTemplate(name, config.templates[name], values)
      if (!canSend(config) || !content) return 0
      const addressees = to ? [to] : listStaff(name, config).filter(({ isActive }) => isActive)
      for (const addressee of addressees) await outbox.add(write, { kind: name, to: addressee, ...content })
      return addressees.length
    },
  }
}

function listStaff(name: TemplateName, { recipients }: EmailConfigInput): Recipient[] {
  if (name === 'consultation') return recipients.consultation
  return name === 'submission' ? recipients.submission : []
}
