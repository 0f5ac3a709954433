import { isDeepStrictEqual } from 'node:util'
import { WEBHOOK_FORMAT_LABELS } from '#contracts/alarms/webhook-formats.ts'
import { type AppDownload, AppDownloadSchema, type Logo, LogoSchema } from '#contracts/branding/branding.ts'
import { fillBlanks } from '#contracts/rules/legal-blanks.ts'
import { LEGAL_BLANKS } from '#contracts/settings/default-legal-texts.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import {
  type AlarmSettings,
  AlarmSettingsSchema,
  type BackupSettings,
  BackupSettingsSchema,
  type ContentSettings,
  ContentSettingsSchema,
  type GeneralSettings,
  GeneralSettingsSchema,
  type LegalSettings,
  LegalSettingsSchema,
  type LegalTexts,
  type NotificationSettings,
  NotificationSettingsSchema,
  PART_NAMES,
  SETTING_LABELS,
  SETTINGS_PART_LABELS,
  SETTINGS_PARTS,
  type SecuritySettings,
  SecuritySettingsSchema,
  type Settings,
  type SettingsPart,
  type SettingsView,
  SettingsViewSchema,
  type Site,
} from '#contracts/settings/settings.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { describeChanges } from './describe-changes.ts'
import { findSetting, listRevisions, saveSetting } from './store.ts'

export { describeChanges }

export type SettingsService = ReturnType<typeof createSettingsService>

/** The change feed's name for all settings and the branding. */
export const SETTINGS_CHANGE = 'settings'

type Parts = {
  general: GeneralSettings
  security: SecuritySettings
  notifications: NotificationSettings
  content: ContentSettings
  backups: BackupSettings
  alarms: AlarmSettings
  legal: LegalSettings
  logo: Logo
  'app-download': AppDownload
}
type Part = keyof Parts

const SCHEMAS: { [Name in Part]: { parse(value: unknown): Parts[Name] } } = {
  general: GeneralSettingsSchema,
  security: SecuritySettingsSchema,
  notifications: NotificationSettingsSchema,
  content: ContentSettingsSchema,
  backups: BackupSettingsSchema,
  alarms: AlarmSettingsSchema,
  legal: LegalSettingsSchema,
  logo: LogoSchema,
  'app-download': AppDownloadSchema,
}

/** Returns the name under which the change feed counts the saves of a part: its revision. */
const revisionName = (part: Part) => `settings:${part}`

/** A save of a part: the request body, the actor and the `If-Match` header. */
export type PartSave = { part: SettingsPart; body: object; actor: Actor; ifMatch: string | undefined }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the settings service, including the logo and the app download. */
export function createSettingsService({ database, clock, audit }: Dependencies) {
  /** Reads a part, from the caller's transaction if one is given. */
  const read = async <Name extends Part>(part: Name, db: Queryable = database.read): Promise<Parts[Name]> =>
    SCHEMAS[part].parse((await findSetting(db, part)) ?? {})

  /** Replaces a part, inside the caller's transaction. Throws a ZodError for an invalid value. */
  async function save({ tx, touch }: Write, part: Part, value: unknown): Promise<void> {
    await saveSetting(tx, part, SCHEMAS[part].parse(value), timestamp(clock))
    touch(SETTINGS_CHANGE, revisionName(part))
  }

  /**
   * Locks a part until the caller's transaction ends. Returns its revision. Throws `staleRevision` if `ifMatch` names
   * another.
   */
  async function lock(write: Write, part: Part, ifMatch: string | undefined): Promise<number> {
    // In alphabetical order, the shared name first, so that two concurrent saves of different parts cannot deadlock.
    await write.lock(SETTINGS_CHANGE)
    const revision = await write.lock(revisionName(part))
    if (!isRevisionMatched(ifMatch, revision)) throw new AppError('staleRevision', SETTINGS_MESSAGES.stale)
    return revision
  }

  const getRevision = async (part: Part, db: Queryable = database.read): Promise<number> =>
    (await listRevisions(db, [revisionName(part)])).get(revisionName(part)) ?? 0

  /** Returns the version of privacy policy and terms, which a consent names. */
  const getTermsVersion = (db?: Queryable): Promise<number> => getRevision('legal', db)

  return {
    lock,
    save,
    getGeneral: (db?: Queryable) => read('general', db),
    getSecurity: () => read('security'),
    getNotifications: () => read('notifications'),
    getContent: () => read('content'),
    getBackups: () => read('backups'),
    getAlarms: () => read('alarms'),
    getLogo: () => read('logo'),
    getAppDownload: (db?: Queryable) => read('app-download', db),

    /** Returns the app download with its revision. */
    async getAppDownloadWithRevision(): Promise<{ value: AppDownload; revision: number }> {
      // The revision first, as in `getAll`.
      const revision = await getRevision('app-download')
      return { value: await read('app-download'), revision }
    },

    /** Returns the site information that every page shows. */
    async getSite(): Promise<Site> {
      const { enableRegistration, passwordMinLength } = await read('security')
      const { operatorName, icpNumber, policeNumber } = await read('legal')
      const general = await read('general')
      return {
        ...general,
        registrationOpen: enableRegistration,
        passwordMinLength,
        operatorName,
        icpNumber,
        policeNumber,
      }
    },

    /** Returns privacy policy and terms, with the blanks that the settings fill. */
    async getLegalTexts(): Promise<LegalTexts> {
      const version = await getTermsVersion()
      const { operatorName, effectiveDate, privacyPolicy, terms } = await read('legal')
      const { siteName, contactEmail } = await read('general')
      const values = { operatorName, effectiveDate, siteName, contactEmail }
      const fill = (html: string) => fillBlanks(sanitizeRichText(html), LEGAL_BLANKS, values)
      return { privacyPolicy: fill(privacyPolicy), terms: fill(terms), version }
    },

    getTermsVersion,

    /** Returns all parts with their revisions; who can't change them doesn't see where alarms go. */
    async getAll(canWrite: boolean): Promise<SettingsView> {
      // Revisions before values: a save between the two reads makes a later save stale instead of overwriting it.
      const stored = await listRevisions(database.read, PART_NAMES.map(revisionName))
      const parts = await Promise.all(PART_NAMES.map(async (part) => [part, await read(part)]))
      const revisions = Object.fromEntries(PART_NAMES.map((part) => [part, stored.get(revisionName(part)) ?? 0]))
      const view = SettingsViewSchema.parse({ ...Object.fromEntries(parts), revisions })
      return canWrite ? view : { ...view, alarms: hideReceivers(view.alarms) }
    },

    /**
     * Updates the given fields of a part. Returns the part and its revision. Throws `invalid` with every invalid field,
     * `staleRevision` if `ifMatch` names an older revision.
     */
    update: ({ part, body, actor, ifMatch }: PartSave) =>
      database.write(async (write) => {
        const revision = await lock(write, part, ifMatch)
        const before = await read(part, write.tx)
        const after = sanitizeTexts(parsePart(part, { ...before, ...body }))
        if (isDeepStrictEqual(before, after)) return { value: after, revision }
        await save(write, part, after)
        const detail = describeChanges(SETTING_LABELS[part], hideSecrets(before), hideSecrets(after))
        await audit.record(write, { actor, action: 'settings.update', target: SETTINGS_PART_LABELS[part], detail })
        return { value: after, revision: revision + 1 }
      }),
  }
}

/** Sanitizes the rich texts of a part. */
const sanitizeTexts = <Value extends Settings[SettingsPart]>(value: Value): Value =>
  'privacyPolicy' in value
    ? { ...value, privacyPolicy: sanitizeRichText(value.privacyPolicy), terms: sanitizeRichText(value.terms) }
    : value

/** Addresses of people, and a webhook's own, which often has its secret in it. */
const hideReceivers = (alarms: AlarmSettings): AlarmSettings => ({
  ...alarms,
  alarmRecipients: alarms.alarmRecipients && '（已隐藏）',
  webhookUrl: alarms.webhookUrl && '（已隐藏）',
  webhookSecret: alarms.webhookSecret && '（已隐藏）',
})

/** Leaves out of the audit, which viewers read, where alarms go: only that it was changed is told, and to what kind. */
function hideSecrets(value: Settings[SettingsPart]): object {
  if (!('webhookUrl' in value)) return value
  const fingerprint = (text: unknown) => (text === '' ? '' : `（已设置，${sha256(String(text)).slice(0, 6)}）`)
  return {
    ...value,
    webhookUrl: fingerprint(value.webhookUrl),
    webhookSecret: fingerprint(value.webhookSecret),
    webhookFormat: WEBHOOK_FORMAT_LABELS[value.webhookFormat],
    alarmRecipients: fingerprint(value.alarmRecipients),
  }
}

function parsePart(part: SettingsPart, value: unknown) {
  const parsed = SETTINGS_PARTS[part].safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(errors[0]?.message, errors)
}
