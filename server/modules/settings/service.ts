import { type AppDownload, AppDownloadSchema, type Logo, LogoSchema } from '#contracts/branding/branding.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import {
  type ContentSettings,
  ContentSettingsSchema,
  type GeneralSettings,
  GeneralSettingsSchema,
  type NotificationSettings,
  NotificationSettingsSchema,
  PART_NAMES,
  SETTING_LABELS,
  SETTINGS_PART_LABELS,
  SETTINGS_PARTS,
  type SecuritySettings,
  SecuritySettingsSchema,
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
import { findSetting, listRevisions, saveSetting } from './store.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

/** The change feed's name for all settings and the branding. */
export const SETTINGS_NAME = 'settings'

type Parts = {
  general: GeneralSettings
  security: SecuritySettings
  notifications: NotificationSettings
  content: ContentSettings
  logo: Logo
  'app-download': AppDownload
}
type Part = keyof Parts

const SCHEMAS: { [Name in Part]: { parse(raw: unknown): Parts[Name] } } = {
  general: GeneralSettingsSchema,
  security: SecuritySettingsSchema,
  notifications: NotificationSettingsSchema,
  content: ContentSettingsSchema,
  logo: LogoSchema,
  'app-download': AppDownloadSchema,
}

/** Returns the name under which the change feed counts the saves of a part: its revision. */
const revisionName = (part: Part) => `settings:${part}`

/** A save of a part: the request body, the actor and the `If-Match` header. */
export type PartSave = { part: SettingsPart; raw: object; actor: Actor; ifMatch: string | undefined }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the settings service, including the logo and the app download. */
export function createSettingsService({ database, clock, audit }: Dependencies) {
  /** Reads a part, from the caller's transaction if one is given. */
  const read = async <Name extends Part>(part: Name, db: Queryable = database.read): Promise<Parts[Name]> =>
    SCHEMAS[part].parse((await findSetting(db, part)) ?? {})

  /** Replaces a part, inside the caller's transaction. Throws a ZodError for an invalid value. */
  async function save({ tx, touch }: Write, part: Part, value: unknown): Promise<void> {
    await saveSetting(tx, part, SCHEMAS[part].parse(value), timestamp(clock))
    touch(SETTINGS_NAME, revisionName(part))
  }

  /**
   * Locks a part until the caller's transaction ends. Returns its revision. Throws `staleRevision` if `ifMatch` names
   * another.
   */
  async function lock(write: Write, part: Part, ifMatch: string | undefined): Promise<number> {
    // In alphabetical order, the shared name first, so that two concurrent saves of different parts cannot deadlock.
    await write.lock(SETTINGS_NAME)
    const revision = await write.lock(revisionName(part))
    if (!isRevisionMatched(ifMatch, revision)) throw new AppError('staleRevision', SETTINGS_MESSAGES.stale)
    return revision
  }

  return {
    lock,
    save,
    general: () => read('general'),
    security: () => read('security'),
    notifications: () => read('notifications'),
    content: () => read('content'),
    logo: () => read('logo'),
    appDownload: (db?: Queryable) => read('app-download', db),

    /** Returns the app download with its revision. */
    async getAppDownloadWithRevision(): Promise<{ value: AppDownload; revision: number }> {
      // The revision first, as in `view`.
      const counts = await listRevisions(database.read, [revisionName('app-download')])
      return { value: await read('app-download'), revision: counts.get(revisionName('app-download')) ?? 0 }
    },

    /** Returns the site information that every page shows. */
    async site(): Promise<Site> {
      return { ...(await read('general')), registrationOpen: (await read('security')).enableRegistration }
    },

    /** Returns all parts with their revisions. */
    async view(): Promise<SettingsView> {
      // Revisions before values: a save between the two reads makes a later save stale instead of overwriting it.
      const counts = await listRevisions(database.read, PART_NAMES.map(revisionName))
      const parts = await Promise.all(PART_NAMES.map(async (part) => [part, await read(part)]))
      const revisions = Object.fromEntries(PART_NAMES.map((part) => [part, counts.get(revisionName(part)) ?? 0]))
      return SettingsViewSchema.parse({ ...Object.fromEntries(parts), revisions })
    },

    /**
     * Updates the given fields of a part. Returns the part and its revision. Throws `invalid` with every invalid field,
     * `staleRevision` if `ifMatch` names an older revision.
     */
    replace: ({ part, raw, actor, ifMatch }: PartSave) =>
      database.write(async (write) => {
        const revision = await lock(write, part, ifMatch)
        const before = await read(part, write.tx)
        const after = parsePart(part, { ...before, ...raw })
        const detail = describeChanges(SETTING_LABELS[part], before, after)
        if (detail === '') return { value: after, revision }
        await save(write, part, after)
        await audit.record(write, { actor, action: 'settings.update', target: SETTINGS_PART_LABELS[part], detail })
        return { value: after, revision: revision + 1 }
      }),
  }
}

function parsePart(part: SettingsPart, raw: unknown) {
  const parsed = SETTINGS_PARTS[part].safeParse(raw)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(errors[0]?.message, errors)
}

/** Formats a value for the audit. */
function describe(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return value.length === 0 ? '（空）' : value.join('、')
  return value === '' || value === undefined || value === null ? '（空）' : String(value)
}

/** Describes the changes: `网站名称：智鉴 → 新名；…`, in the order of the labels; '' without changes. */
export function describeChanges(labels: Readonly<Record<string, string>>, before: object, after: object): string {
  return Object.entries(labels)
    .flatMap(([key, label]) => {
      const [from, to] = [describe(Reflect.get(before, key)), describe(Reflect.get(after, key))]
      return from === to ? [] : [`${label}：${from} → ${to}`]
    })
    .join('；')
}
