import {
  type EmailConfig,
  type EmailConfigInput,
  EmailConfigInputSchema,
  type Recipient,
  TEMPLATE_LABELS,
  TEMPLATE_NAMES,
  TestResultSchema,
} from '#contracts/mail/mail.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { MailFailure } from '#server/platform/mail/mail-failure.ts'
import { CONFIG_ID, findMailConfig, type MailConfigRow, saveMailConfig } from './store.ts'

export type MailConfiguration = ReturnType<typeof createMailConfiguration>

/** The change feed's name for the mail settings. */
export const MAIL_NAME = 'mail'
const PASSWORD_PURPOSE = 'smtp-password'

/** Returns whether anything can be sent by it: on, with a server and a sender. */
export const canSend = ({ isActive, smtpConfig }: EmailConfigInput): boolean =>
  isActive && smtpConfig.host !== '' && smtpConfig.fromEmail !== ''

export type MailDependencies = { database: Database; clock: Clock; audit: AuditService; encryption: Encryption }

/** Creates the mail settings; the password is never sent to a browser. */
export function createMailConfiguration({ database, clock, audit, encryption }: MailDependencies) {
  const toConfig = (row: MailConfigRow | undefined): EmailConfigInput =>
    EmailConfigInputSchema.parse(row?.valueJson ?? {})

  /** Returns what is kept for a password: the old one if the new one is blank. */
  const resolvePassword = (password: string | undefined, before: string | null): string | null =>
    password ? encryption.encrypt(password, PASSWORD_PURPOSE) : before

  return {
    /** Returns the configuration without the password. Takes the caller's transaction, if any. */
    load: async (db: Queryable = database.read): Promise<EmailConfigInput> => toConfig(await findMailConfig(db)),

    /**
     * Returns the settings and how often they were saved. Without `canSeeContacts` nobody's name or address is in it.
     */
    async get(canSeeContacts: boolean): Promise<{ config: EmailConfig; revision: number }> {
      const row = await findMailConfig(database.read)
      const config = emailConfig(toConfig(row), row)
      return { config: canSeeContacts ? config : redactContacts(config), revision: row?.revision ?? 0 }
    },

    /** Returns the password in plain text, '' if none is set. Throws `MailFailure` if APP_SECRET has changed. */
    async password(): Promise<string> {
      const passwordEncrypted = (await findMailConfig(database.read))?.passwordEncrypted
      if (!passwordEncrypted) return ''
      try {
        return encryption.decrypt(passwordEncrypted, PASSWORD_PURPOSE)
      } catch {
        throw new MailFailure('unreadable')
      }
    },

    /**
     * Replaces the settings; a blank password keeps the stored one. Throws `staleRevision` if `ifMatch` names another
     * revision. Returns the settings' id and their new revision.
     */
    save: (input: EmailConfigInput, actor: Actor | null, ifMatch?: string): Promise<{ id: string; revision: number }> =>
      database.write(async (write) => {
        await write.lock(MAIL_NAME)
        const row = await findMailConfig(write.tx)
        const revision = row?.revision ?? 0
        if (!isRevisionMatched(ifMatch, revision)) throw new AppError('staleRevision')
        const { password, ...smtpConfig } = input.smtpConfig
        const before = toConfig(row)
        const after: EmailConfigInput = { ...input, smtpConfig }
        await saveMailConfig(write.tx, {
          revision: revision + 1,
          valueJson: JSON.stringify(after),
          passwordEncrypted: resolvePassword(password, row?.passwordEncrypted ?? null),
          lastTestJson: row?.lastTestJson ? JSON.stringify(row.lastTestJson) : null,
          updatedAt: timestamp(clock),
        })
        write.touch(MAIL_NAME)
        const detail = [...describeConfigChanges(before, after), ...(password ? ['SMTP密码'] : [])].join('；')
        await audit.record(write, { actor, action: 'mail.update', target: '邮件设置', detail })
        return { id: CONFIG_ID, revision: revision + 1 }
      }),

    /** Keeps how a test went, inside the caller's transaction. */
    async saveTestResult({ tx, lock, touch }: Write, result: EmailConfig['lastTestResult']): Promise<void> {
      await lock(MAIL_NAME)
      const row = await findMailConfig(tx)
      await saveMailConfig(tx, {
        revision: row?.revision ?? 0,
        valueJson: JSON.stringify(toConfig(row)),
        passwordEncrypted: row?.passwordEncrypted ?? null,
        lastTestJson: JSON.stringify(result),
        updatedAt: row?.updatedAt ?? timestamp(clock),
      })
      touch(MAIL_NAME)
    },
  }
}

function emailConfig(config: EmailConfigInput, row: MailConfigRow | undefined): EmailConfig {
  const { password: _, ...smtpConfig } = config.smtpConfig
  return {
    _id: CONFIG_ID,
    ...config,
    smtpConfig: { ...smtpConfig, passwordSet: Boolean(row?.passwordEncrypted) },
    lastTestResult: TestResultSchema.nullable().parse(row?.lastTestJson ?? null),
  }
}

/** The recipients are people; a sign-in name and a sender are often a person's address. */
const redactContacts = (config: EmailConfig): EmailConfig => ({
  ...config,
  smtpConfig: { ...config.smtpConfig, username: '', fromEmail: '' },
  recipients: {
    consultation: config.recipients.consultation.map(hideRecipient),
    submission: config.recipients.submission.map(hideRecipient),
  },
  lastTestResult: config.lastTestResult && { ...config.lastTestResult, message: '' },
})
const hideRecipient = (recipient: Recipient): Recipient => ({ ...recipient, name: '', email: '' })

const isEqual = (conflict: unknown, b: unknown) => JSON.stringify(conflict) === JSON.stringify(b)

/** Returns what the audit says of a save: which parts changed, and never a secret or a person's address. */
function describeConfigChanges(before: EmailConfigInput, after: EmailConfigInput): string[] {
  const changes: string[] = []
  if (before.isActive !== after.isActive) changes.push(after.isActive ? '启用邮件服务' : '停用邮件服务')
  const { host, port, secure } = after.smtpConfig
  const formatServer = ({ smtpConfig }: EmailConfigInput) => [smtpConfig.host, smtpConfig.port, smtpConfig.secure]
  if (!isEqual(formatServer(before), formatServer(after)))
    changes.push(`服务器：${host || '无'}:${port}${secure ? '（TLS）' : ''}`)
  if (before.smtpConfig.username !== after.smtpConfig.username) changes.push('用户名')
  const formatSender = ({ smtpConfig }: EmailConfigInput) => [smtpConfig.fromName, smtpConfig.fromEmail]
  if (!isEqual(formatSender(before), formatSender(after))) changes.push('发件人')
  for (const [list, name] of [
    ['consultation', '咨询'],
    ['submission', '提交'],
  ] as const)
    if (!isEqual(before.recipients[list], after.recipients[list]))
      changes.push(`${name}收件人：${after.recipients[list].length}人`)
  const templates = TEMPLATE_NAMES.filter((name) => !isEqual(before.templates[name], after.templates[name]))
  if (templates.length > 0) changes.push(`模板：${templates.map((name) => TEMPLATE_LABELS[name]).join('、')}`)
  return changes
}
