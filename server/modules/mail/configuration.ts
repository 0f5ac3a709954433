import type { Revision } from '#contracts/content/revision.ts'
import { REVISIONS_PER_PAGE } from '#contracts/limits.ts'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import type {
  EmailConfig,
  EmailConfigInput,
  EmailRevision,
  SmtpConfigInput,
  StoredEmailConfig,
} from '#contracts/mail/mail.ts'
import { listServerIssues } from '#contracts/mail/mail-issues.ts'
import { MAIL_ERRORS, MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { explainUnusablePassword } from '#contracts/mail/password-scope.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { type Change, diff } from '#contracts/rules/json-diff.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { MailError } from '#server/platform/mail/mail-error.ts'
import type { Mailer } from '#server/platform/mail/smtp.ts'
import { toRevision } from '#server/platform/revision.ts'
import { describeConfigChanges } from './describe-config-changes.ts'
import {
  CONFIG_ID,
  countMailRevisions,
  findMailConfig,
  findMailRevision,
  insertMailRevision,
  listMailRevisions,
  type MailConfigRow,
  saveMailConfig,
} from './store.ts'
import { redactConfig, toEmailConfig } from './view.ts'

export type MailConfiguration = ReturnType<typeof createMailConfiguration>

/** The change feed's topic for the mail settings. */
export const MAIL_TOPIC = 'mail'
/** Binds the encrypted password to its use; see `Encryption`. */
export const PASSWORD_PURPOSE = 'smtp-password'

/** Returns whether the settings are complete enough to send mail. */
export const canSendMail = (config: EmailConfig): boolean => listServerIssues(config).length === 0

export type MailDependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  encryption: Encryption
  mailer: Pick<Mailer, 'isAllowed'>
}

/** A save of the settings; `password` is the newly entered one, `restoredFrom` the revision that is restored. */
type ConfigUpdate = {
  row: MailConfigRow | undefined
  settings: StoredEmailConfig
  password?: string | undefined
  passwordEncrypted: string | null
  actor: Actor | null
  restoredFrom?: number
}

/** Who saves the settings, `null` for none, and the revision that they must still be at, if given. */
type ConfigSave = { actor: Actor | null; ifMatch?: string | undefined }

/** Creates the mail settings with their history. The password is never sent to a browser nor stored in a revision. */
export function createMailConfiguration({ database, clock, audit, encryption, mailer }: MailDependencies) {
  /** Returns a stored password; '' if there is none. Throws `MailError` if APP_SECRET has changed. */
  function decryptPassword(passwordEncrypted: string | null | undefined): string {
    if (!passwordEncrypted) return ''
    try {
      return encryption.decrypt(passwordEncrypted, PASSWORD_PURPOSE)
    } catch {
      throw new MailError('undecryptable')
    }
  }

  /** Throws `invalid` for another server than the stored one to which no mail can be sent. */
  function assertServerAllowed(row: MailConfigRow | undefined, { host, port }: SmtpConfigInput): void {
    const stored = completeEmailConfig(row?.valueJson).smtpConfig
    const isChanged = host !== stored.host || port !== stored.port
    if (host !== '' && isChanged && !mailer.isAllowed({ host, port }))
      throw invalidField('smtpConfig.host', MAIL_ERRORS.addressNotAllowed)
  }

  /** Locks the settings until the transaction ends. Throws `versionConflict` if `ifMatch` names another revision. */
  async function lockConfig(transaction: Transaction, ifMatch: string | undefined): Promise<MailConfigRow | undefined> {
    await transaction.lock(MAIL_TOPIC)
    const row = await findMailConfig(transaction.db)
    if (!matchesRevision(ifMatch, row?.revision ?? 0)) throw new AppError('versionConflict')
    return row
  }

  /** Saves the settings as a new revision if they have changed. Returns the number of the current revision. */
  async function saveRevision(transaction: Transaction, update: ConfigUpdate): Promise<number> {
    const { row, settings, passwordEncrypted, actor, restoredFrom } = update
    const changes = listChanges(update)
    if (row && row.revision > 0 && changes.length === 0 && !isPasswordRemoved(update)) return row.revision
    const revision = (row?.revision ?? 0) + 1
    const savedAt = timestamp(clock)
    const valueJson = JSON.stringify(settings)
    await saveMailConfig(transaction.db, {
      revision,
      valueJson,
      passwordEncrypted,
      lastTestJson: row?.lastTestJson ? JSON.stringify(row.lastTestJson) : null,
      updatedAt: savedAt,
    })
    await insertMailRevision(transaction.db, {
      revision,
      valueJson,
      changesJson: JSON.stringify({ paths: changes.length, sections: listSections(changes) }),
      restoredFrom: restoredFrom ?? null,
      createdAt: savedAt,
      createdBy: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    })
    transaction.publish(MAIL_TOPIC)
    const detail = describeUpdate(update)
    await audit.record(transaction, { actor, action: 'mail.update', target: '邮件设置', detail })
    return revision
  }

  return {
    /** Returns the settings, read in the caller's transaction if given. */
    get: async (db: Queryable = database.read): Promise<EmailConfig> => toEmailConfig(await findMailConfig(db)),

    /**
     * Returns the settings, and a function that decrypts the password stored with them; it returns an empty text if no
     * password is set, and throws `MailError` if APP_SECRET has changed.
     */
    async getWithPassword(): Promise<{ config: EmailConfig; decryptPassword: () => string }> {
      const row = await findMailConfig(database.read)
      return { config: toEmailConfig(row), decryptPassword: () => decryptPassword(row?.passwordEncrypted) }
    },

    /**
     * Returns the settings and their revision. Without `contacts:read`, names and email addresses of people are hidden.
     */
    async getForCaller(caller: Caller): Promise<{ config: EmailConfig; revision: number }> {
      const row = await findMailConfig(database.read)
      const config = toEmailConfig(row)
      return { config: can(caller, 'contacts:read') ? config : redactConfig(config), revision: row?.revision ?? 0 }
    },

    /**
     * Returns the password for settings that may not be saved yet: the entered one, or the stored one if it may be used
     * for their server. Throws `invalid` if it may not, `MailError` if APP_SECRET has changed.
     */
    async getPassword(smtpConfig: SmtpConfigInput): Promise<string> {
      if (smtpConfig.password) return smtpConfig.password
      return decryptPassword(getReusablePassword(await findMailConfig(database.read), smtpConfig))
    },

    /**
     * Replaces the settings. A blank password retains the stored one. Returns the settings' id and new revision.
     * Throws `versionConflict`, and `invalid` for a server that may not be used or not with the stored password.
     */
    save: (input: EmailConfigInput, { actor, ifMatch }: ConfigSave): Promise<{ id: string; revision: number }> =>
      database.write(async (transaction) => {
        const row = await lockConfig(transaction, ifMatch)
        assertServerAllowed(row, input.smtpConfig)
        const { password, ...smtpConfig } = input.smtpConfig
        const revision = await saveRevision(transaction, {
          row,
          settings: { ...input, smtpConfig },
          password,
          passwordEncrypted: password
            ? encryption.encrypt(password, PASSWORD_PURPOSE)
            : getReusablePassword(row, input.smtpConfig),
          actor,
        })
        return { id: CONFIG_ID, revision }
      }),

    /** Applies a change to the settings, and keeps the password. Returns whether it changed anything. */
    edit: (change: (settings: StoredEmailConfig) => StoredEmailConfig, actor: Actor): Promise<boolean> =>
      database.write(async (transaction) => {
        const row = await lockConfig(transaction, undefined)
        const before = completeEmailConfig(row?.valueJson)
        const settings = change(before)
        if (diff(before, settings).length === 0) return false
        await saveRevision(transaction, { row, settings, passwordEncrypted: row?.passwordEncrypted ?? null, actor })
        return true
      }),

    /** Lists the revisions, newest first, 20 per page. */
    async listRevisions(page: number): Promise<ListPage<Revision>> {
      const current = (await findMailConfig(database.read))?.revision ?? 0
      return readPage({
        page,
        limit: REVISIONS_PER_PAGE,
        count: () => countMailRevisions(database.read),
        list: (range) => listMailRevisions(database.read, range),
        toItem: (row) => toRevision(row, current),
      })
    },

    /**
     * Returns a revision with its settings; without `contacts:read`, people's names and addresses are hidden. Throws
     * `notFound`.
     */
    async getRevision(revision: number, caller: Caller): Promise<EmailRevision> {
      const row = await findMailRevision(database.read, revision)
      if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
      const current = (await findMailConfig(database.read))?.revision ?? 0
      const config = completeEmailConfig(row.valueJson)
      return { ...toRevision(row, current), config: can(caller, 'contacts:read') ? config : redactConfig(config) }
    },

    /**
     * Saves the settings of an earlier revision as a new one. The stored password is retained only if it may be used
     * for that revision's server. Returns the settings' id, new revision and message. Throws `notFound` and
     * `versionConflict`.
     */
    restore: (
      restoredFrom: number,
      { actor, ifMatch }: ConfigSave,
    ): Promise<{ id: string; revision: number; message: string }> =>
      database.write(async (transaction) => {
        const row = await lockConfig(transaction, ifMatch)
        const restored = await findMailRevision(transaction.db, restoredFrom)
        if (!restored) throw notFound(ADMIN_MESSAGES.revisionNotFound)
        const settings = completeEmailConfig(restored.valueJson)
        const canReuse =
          explainUnusablePassword(completeEmailConfig(row?.valueJson).smtpConfig, settings.smtpConfig) === undefined
        const passwordEncrypted = canReuse ? (row?.passwordEncrypted ?? null) : null
        const revision = await saveRevision(transaction, {
          row,
          settings,
          passwordEncrypted,
          actor,
          restoredFrom,
        })
        const isPasswordMissing = settings.smtpConfig.username !== '' && passwordEncrypted === null
        const message = isPasswordMissing ? MAIL_MESSAGES.restoredWithoutPassword : MAIL_MESSAGES.restored
        return { id: CONFIG_ID, revision, message }
      }),

    /** Stores the result of a test mail inside the caller's transaction. */
    async saveTestResult({ db, lock, publish }: Transaction, result: EmailConfig['lastTestResult']): Promise<void> {
      await lock(MAIL_TOPIC)
      const row = await findMailConfig(db)
      await saveMailConfig(db, {
        revision: row?.revision ?? 0,
        valueJson: JSON.stringify(row?.valueJson ?? {}),
        passwordEncrypted: row?.passwordEncrypted ?? null,
        lastTestJson: JSON.stringify(result),
        updatedAt: row?.updatedAt ?? timestamp(clock),
      })
      publish(MAIL_TOPIC)
    },
  }
}

/** Lists the changes of a save. A newly entered password counts as a change, even if it is the same. */
const listChanges = ({ row, settings, password }: ConfigUpdate): Change[] =>
  diff({ ...completeEmailConfig(row?.valueJson), password: '' }, { ...settings, password: password ? 'new' : '' })

const isPasswordRemoved = ({ row, password, passwordEncrypted }: ConfigUpdate): boolean =>
  !password && Boolean(row?.passwordEncrypted) && passwordEncrypted === null

/** Describes a save for the audit log. */
const describeUpdate = (update: ConfigUpdate): string =>
  [
    ...(update.restoredFrom === undefined ? [] : [`恢复自第${update.restoredFrom}版`]),
    ...describeConfigChanges(completeEmailConfig(update.row?.valueJson), update.settings),
    ...(update.password ? ['SMTP密码'] : []),
    ...(isPasswordRemoved(update) ? ['清除SMTP密码'] : []),
  ].join('；')

/** Returns the sections of the settings that changes are in. */
const listSections = (changes: readonly Change[]): string[] => [
  ...new Set(changes.map(({ path }) => (path === 'password' ? 'smtpConfig' : (path.split('.', 1)[0] ?? '')))),
]

/**
 * Returns the stored password, encrypted, for settings without an entered one; `null` if there is none, or for a server
 * without authentication. Throws `invalid` if the server needs a password and the stored one may not be used for it.
 */
function getReusablePassword(row: MailConfigRow | undefined, smtpConfig: SmtpConfigInput): string | null {
  if (smtpConfig.password || !row?.passwordEncrypted) return null
  const reason = explainUnusablePassword(completeEmailConfig(row.valueJson).smtpConfig, smtpConfig)
  if (reason === undefined) return row.passwordEncrypted
  if (smtpConfig.username === '') return null
  throw invalidField('smtpConfig.password', reason)
}
