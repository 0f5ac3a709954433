import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type AppDownload, AppDownloadSchema, LogoSchema } from '#contracts/branding/branding.ts'
import type { Authorship } from '#contracts/content/revision.ts'
import { StaffSignInSchema } from '#contracts/identity/sign-in-providers.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { fillPlaceholders } from '#contracts/rules/legal-placeholders.ts'
import { LEGAL_PLACEHOLDERS } from '#contracts/settings/default-legal-texts.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import {
  type LegalTexts,
  SETTING_LABELS,
  SETTINGS_PART_NAMES,
  SETTINGS_PARTS,
  type Settings,
  type SettingsPart,
  type SettingsView,
  SettingsViewSchema,
  type Site,
} from '#contracts/settings/settings.ts'
import { type AuditService, describeChanges } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalidField, invalidFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { createKnownKeysAssertion } from '#server/platform/http/calls/unknown-keys.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { type FormerAlarmWebhook, takeFormerAlarmWebhook } from './former-alarm-webhook.ts'
import { findSetting, listRevisions, saveSetting } from './store.ts'

// Other modules may import only a module's service.

export type SettingsService = ReturnType<typeof createSettingsService>

/** The change feed's topic of all settings and the branding. */
export const SETTINGS_TOPIC: Topic = 'settings'

/** The schemas of all stored parts: the editable settings, the branding, and how the staff signs in. */
const STORED_SCHEMAS = {
  ...SETTINGS_PARTS,
  logo: LogoSchema,
  'app-download': AppDownloadSchema,
  'staff-sign-in': StaffSignInSchema.prefault({}),
}
type StoredPart = keyof typeof STORED_SCHEMAS
type StoredValues = { [Part in StoredPart]: z.infer<(typeof STORED_SCHEMAS)[Part]> }

/** The schemas by part, each with the type of its own value: TypeScript doesn't infer it for a part that is a parameter. */
const PARSERS: { [Part in StoredPart]: { parse(value: unknown): StoredValues[Part] } } = STORED_SCHEMAS

/** Returns the change feed's topic of a part. The topic's revision counts the part's saves. */
const getPartTopic = (part: StoredPart): Topic => `settings:${part}`

/** Who saves a part, and the `If-Match` header. */
type PartSave = { actor: Actor; ifMatch?: string | undefined }

/** A save of an editable part. `hasTwoFactor` says whether the actor signs in by two factors. */
type SettingsSave = PartSave & { hasTwoFactor?: boolean }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  encryption: Encryption
}

/** Creates the settings service, including the logo and the app download. */
export function createSettingsService({ database, clock, audit, encryption }: Dependencies) {
  const fingerprintTargets = createTargetFingerprinter(encryption)

  /** Returns a part, read in the caller's transaction if given. */
  const getPart = async <Part extends StoredPart>(
    part: Part,
    db: Queryable = database.read,
  ): Promise<StoredValues[Part]> => PARSERS[part].parse((await findSetting(db, part))?.valueJson ?? {})

  /** Locks a part and returns its revision. */
  async function lock(transaction: Transaction, part: StoredPart): Promise<number> {
    await transaction.lock(SETTINGS_TOPIC)
    return transaction.lock(getPartTopic(part))
  }

  /**
   * Replaces a part inside the caller's transaction; only the sample content is saved without an actor. Throws a
   * ZodError for an invalid value.
   */
  async function save(
    transaction: Transaction,
    part: StoredPart,
    value: unknown,
    actor: Actor | null = null,
  ): Promise<void> {
    await lock(transaction, part)
    await saveSetting(transaction.db, {
      part,
      valueJson: JSON.stringify(PARSERS[part].parse(value)),
      ...createSaveStamp(clock, actor),
    })
    transaction.publish(SETTINGS_TOPIC, getPartTopic(part))
  }

  /**
   * Replaces a part by what `change` returns for it, inside the caller's transaction. Returns both and the revision,
   * which is unchanged if they are equal. Throws `versionConflict` if `ifMatch` names another revision.
   */
  async function updatePart<Part extends StoredPart>(
    transaction: Transaction,
    { part, actor, ifMatch }: PartSave & { part: Part },
    change: (previous: StoredValues[Part]) => StoredValues[Part],
  ) {
    const revision = await lock(transaction, part)
    if (!matchesRevision(ifMatch, revision)) throw new AppError('versionConflict', SETTINGS_MESSAGES.stale)
    const previous = await getPart(part, transaction.db)
    const value = change(previous)
    const isChanged = !isDeepStrictEqual(previous, value)
    if (isChanged) await save(transaction, part, value, actor)
    return { previous, value, isChanged, revision: isChanged ? revision + 1 : revision }
  }

  const getRevision = async (part: StoredPart, db: Queryable = database.read): Promise<number> =>
    (await listRevisions(db, [getPartTopic(part)])).get(getPartTopic(part)) ?? 0

  /** Returns the version of the legal texts, to which a consent refers. */
  const getTermsVersion = (db?: Queryable): Promise<number> => getRevision('legal', db)

  /** Throws `invalid` for changes that would have no effect, or shut out the person who makes them. */
  async function assertUsable(part: SettingsPart, body: object, hasTwoFactor: boolean): Promise<void> {
    if (part === 'security' && 'enableTwoFactor' in body && body.enableTwoFactor === true) {
      const { enableTwoFactor } = await getPart('security')
      if (!enableTwoFactor && !hasTwoFactor) throw invalidField('enableTwoFactor', SETTINGS_MESSAGES.ownTwoFactorFirst)
    }
  }

  return {
    save,
    updatePart,
    getGeneral: (db?: Queryable) => getPart('general', db),
    getSecurity: () => getPart('security'),
    getNotifications: () => getPart('notifications'),
    getContent: () => getPart('content'),
    getBackups: () => getPart('backups'),
    getAlarms: () => getPart('alarms'),
    getLogo: () => getPart('logo'),
    getAppDownload: () => getPart('app-download'),
    getStaffSignIn: (db?: Queryable) => getPart('staff-sign-in', db),
    getStaffSignInRevision: () => getRevision('staff-sign-in'),

    /** Returns the download of the mobile app with its revision, which the settings screen sends back with a save. */
    async getAppDownloadWithRevision(): Promise<{ value: AppDownload; revision: number }> {
      // The revision before the value, for the same reason as in `getAll`.
      const revision = await getRevision('app-download')
      return { value: await getPart('app-download'), revision }
    },

    /** Returns who saved a part last and when; `null` if it was never saved. */
    getAuthorship: async (part: StoredPart): Promise<Authorship | null> =>
      (await findAuthorship(database.read, 'settings', part)) ?? null,

    /** Returns the site information that every page shows. */
    async getSite(): Promise<Site> {
      const { enableRegistration, passwordMinLength } = await getPart('security')
      const { operatorName, icpNumber, policeNumber } = await getPart('legal')
      const general = await getPart('general')
      return {
        ...general,
        registrationOpen: enableRegistration,
        passwordMinLength,
        operatorName,
        icpNumber,
        policeNumber,
      }
    },

    /** Returns the privacy policy and the terms, with their placeholders filled in from the settings. */
    async getLegalTexts(): Promise<LegalTexts> {
      const version = await getTermsVersion()
      const { operatorName, effectiveDate, privacyPolicy, terms } = await getPart('legal')
      const { siteName, contactEmail } = await getPart('general')
      const values = { operatorName, effectiveDate, siteName, contactEmail }
      const fill = (html: string) => fillPlaceholders(sanitizeRichText(html), LEGAL_PLACEHOLDERS, values)
      return { privacyPolicy: fill(privacyPolicy), terms: fill(terms), version }
    },

    getTermsVersion,

    /** Returns all parts with their revisions. Without `settings:write`, the targets of alarms are hidden. */
    async getAll(caller: Caller): Promise<SettingsView> {
      // Revisions before values: a save between the two reads makes a later save stale instead of overwriting it.
      const revisionsByTopic = await listRevisions(database.read, SETTINGS_PART_NAMES.map(getPartTopic))
      const parts = await Promise.all(SETTINGS_PART_NAMES.map(async (part) => [part, await getPart(part)]))
      const revisions = Object.fromEntries(
        SETTINGS_PART_NAMES.map((part) => [part, revisionsByTopic.get(getPartTopic(part)) ?? 0]),
      )
      const view = SettingsViewSchema.parse({ ...Object.fromEntries(parts), revisions })
      return can(caller, 'settings:write') ? view : { ...view, alarms: redactAlarmTargets(view.alarms) }
    },

    /**
     * Updates the given fields of a part. Returns the part and its revision. Throws `invalid` with every invalid
     * field, and `versionConflict` if `ifMatch` names an older revision.
     */
    async update(part: SettingsPart, body: object, { actor, ifMatch, hasTwoFactor = false }: SettingsSave) {
      // A client may send back what it has read, so the keys of the reply are known, too.
      createKnownKeysAssertion(SettingsViewSchema.shape[part])(body)
      await assertUsable(part, body, hasTwoFactor)
      return database.write(async (transaction) => {
        const { previous, value, isChanged, revision } = await updatePart(
          transaction,
          { part, actor, ifMatch },
          (previous) => sanitizeTexts(parsePart(part, { ...previous, ...body })),
        )
        if (isChanged)
          await audit.record(transaction, {
            actor,
            action: 'settings.update',
            target: SETTING_LABELS[part].part,
            detail: describeChanges(
              SETTING_LABELS[part].fields,
              fingerprintTargets(previous),
              fingerprintTargets(value),
            ),
          })
        return { value, revision }
      })
    },

    /** Takes over the webhook of alarms that an earlier release stored; see `takeFormerAlarmWebhook`. */
    takeFormerAlarmWebhook: ({ db }: Transaction): Promise<FormerAlarmWebhook | undefined> =>
      takeFormerAlarmWebhook(db, encryption),
  }
}

/** Sanitizes the rich texts of a part. */
const sanitizeTexts = <Value extends Settings[SettingsPart]>(value: Value): Value =>
  'privacyPolicy' in value
    ? { ...value, privacyPolicy: sanitizeRichText(value.privacyPolicy), terms: sanitizeRichText(value.terms) }
    : value

/** Hides the email addresses that alarms are sent to. */
const redactAlarmTargets = (alarms: SettingsView['alarms']): SettingsView['alarms'] => ({
  ...alarms,
  alarmRecipients: alarms.alarmRecipients && '（已隐藏）',
})

/**
 * Creates the function that replaces alarm targets by fingerprints, because viewers can read the audit log.
 * Fingerprints are keyed with `APP_SECRET`, since email addresses could otherwise be guessed and compared.
 */
function createTargetFingerprinter(encryption: Encryption) {
  const toFingerprint = (text: string) =>
    text === '' ? '' : `（已设置，${encryption.hash(text, 'settings-fingerprint').slice(0, 6)}）`
  return (value: Settings[SettingsPart]): object =>
    'alarmRecipients' in value ? { ...value, alarmRecipients: toFingerprint(value.alarmRecipients) } : value
}

/** Parses a part. Throws `invalid` with every invalid field. */
function parsePart(part: SettingsPart, value: unknown) {
  const parsed = SETTINGS_PARTS[part].safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidFields(errors)
}
