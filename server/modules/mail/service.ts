import type { EmailConfig, MailRetry, Recipient } from '#contracts/mail/mail.ts'
import { STAFF_MAILS, STAFF_RECIPIENTS } from '#contracts/mail/mail-issues.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import type { TemplateName } from '#contracts/mail/template-table.ts'
import type { Template, TemplateValues } from '#contracts/mail/templates.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail/smtp.ts'
import { createMailChoices } from './choices/service.ts'
import { canSendMail, createMailConfiguration, type MailDependencies, PASSWORD_PURPOSE } from './configuration.ts'
import { createDelivery } from './delivery.ts'
import { getBodyPurpose } from './encrypted-content.ts'
import { createMailLeases } from './leases.ts'
import { type MailLink, renderTemplate } from './mail-content.ts'
import { createOutbox, type MailRecipient, type NewMail } from './outbox.ts'
import { renderPreview } from './preview.ts'
import { findMailConfig, listEncryptedBodies, replaceEncryptedBody, replaceEncryptedPassword } from './store.ts'
import { createTestMail } from './test-mail.ts'

export { MAIL_TOPIC } from './configuration.ts'
export { type MailRecipient, OUTBOX_TOPIC, type OutboxStatistics, type WithdrawnMail } from './outbox.ts'

export type MailService = ReturnType<typeof createMailService>

type Dependencies = MailDependencies & {
  mailer: Mailer
  settings: Pick<SettingsService, 'getGeneral'>
  /** The base URL of the links that end a kind of mail. */
  publicUrl: string
}

/** Creates the mail service: mails are queued inside the transaction that causes them, and sent by a worker. */
export function createMailService(dependencies: Dependencies) {
  const { database, encryption, mailer, settings } = dependencies
  const configuration = createMailConfiguration(dependencies)
  const choices = createMailChoices(dependencies)
  const outbox = createOutbox({ ...dependencies, choices })
  const leases = createMailLeases(dependencies)

  return {
    configuration,
    choices,
    outbox,
    leases,
    delivery: createDelivery({ configuration, leases, mailer, settings }),
    test: createTestMail({ ...dependencies, configuration }),
    /** Renders a template with sample values and the site's name. */
    preview: async (name: TemplateName, template: Template) =>
      renderPreview(name, template, (await settings.getGeneral()).siteName),

    /**
     * Encrypts the password and the mails with the current `APP_SECRET` that a previous one encrypted. Returns their
     * number.
     */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let reencryptedCount = 0
        const password = (await findMailConfig(db))?.passwordEncrypted
        const reencryptedPassword = password ? encryption.reencrypt(password, PASSWORD_PURPOSE) : undefined
        if (password && reencryptedPassword) {
          await replaceEncryptedPassword(db, password, reencryptedPassword)
          reencryptedCount += 1
        }
        for (const { id, bodyEncrypted } of await listEncryptedBodies(db)) {
          const reencryptedBody = encryption.reencrypt(bodyEncrypted, getBodyPurpose(id))
          if (reencryptedBody === undefined) continue
          await replaceEncryptedBody(db, id, reencryptedBody)
          reencryptedCount += 1
        }
        return reencryptedCount
      }),

    /**
     * Sends a waiting or failed mail immediately. Throws `notFound`, `conflict` if mail is off or this one was sent.
     */
    async retry(id: string, actor: Actor): Promise<void> {
      if (!canSendMail(await configuration.get())) throw conflict(MAIL_MESSAGES.mailNotReady)
      await outbox.retry(id, actor)
    },

    /** Sends the failed mails again. Throws `conflict` if mail is off or none can be sent. */
    async retryFailed(actor: Actor): Promise<MailRetry> {
      if (!canSendMail(await configuration.get())) throw conflict(MAIL_MESSAGES.mailNotReady)
      return outbox.retryFailed(actor)
    },

    /** Returns whether mail is enabled and configured. Inside a transaction, pass its `db`. */
    isReady: async (db?: Queryable): Promise<boolean> => canSendMail(await configuration.get(db)),

    /**
     * Queues a mail inside the caller's transaction. Does nothing while mail can't be sent, so that no outdated mails
     * are sent later, once the address has got as many of this kind as `MAILS_PER_ADDRESS` allows, or if its owner has
     * switched this kind off. Returns the mail's id; `null` if it wasn't queued.
     */
    async queue(transaction: Transaction, mail: NewMail): Promise<string | null> {
      if (!canSendMail(await configuration.get(transaction.db))) return null
      return outbox.add(transaction, mail)
    },

    /**
     * Renders a template and queues it inside the caller's transaction: to `to`, or to each active staff recipient, due
     * after `delayMs`, with answers to `replyTo` and followed by `link`. An empty template is not sent. Returns the ids of the mails.
     */
    async queueTemplate<Name extends TemplateName>(
      transaction: Transaction,
      name: Name,
      values: TemplateValues<Name>,
      { to, delayMs, replyTo, link }: { to?: MailRecipient; delayMs?: number; replyTo?: string; link?: MailLink } = {},
    ): Promise<string[]> {
      const config = await configuration.get(transaction.db)
      if (!canSendMail(config)) return []
      const { siteName } = await settings.getGeneral(transaction.db)
      const content = renderTemplate(name, config.templates[name], { values, siteName, link })
      if (!content) return []
      const mailRecipients = to ? [to] : listStaffRecipients(name, config).filter(({ isActive }) => isActive)
      const ids: string[] = []
      for (const mailRecipient of mailRecipients) {
        const id = await outbox.add(transaction, { kind: name, to: mailRecipient, ...content, replyTo, delayMs })
        if (id !== null) ids.push(id)
      }
      return ids
    },
  }
}

function listStaffRecipients(name: TemplateName, { recipients }: Pick<EmailConfig, 'recipients'>): Recipient[] {
  const staffMail = STAFF_MAILS.find((mail) => mail === name)
  return staffMail ? recipients[STAFF_RECIPIENTS[staffMail]] : []
}
