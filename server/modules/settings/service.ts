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
import type { Database, Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { changesInWords } from './changes-in-words.ts'
import { findSetting, listRevisions, saveSetting } from './store.ts'

export { changesInWords }

export type SettingsService = ReturnType<typeof createSettingsService>

/** The change feed's name for all settings and the branding. */
export const SETTINGS_NAME = 'settings'

const SCHEMAS = {
  ...SETTINGS_PARTS,
  logo: LogoSchema,
  'app-download': AppDownloadSchema,
} as const
type Part = keyof typeof SCHEMAS

/** The name under which the change feed counts the saves of a part: its revision. */
const revisionName = (part: Part) => `settings:${part}`

/** A save of a part: what the body held, by whom, over which revision. */
export type PartSave = { part: SettingsPart; raw: object; actor: Actor; ifMatch: string | undefined }

type Needs = { database: Database; clock: Clock; audit: AuditService }

/** What an administrator sets for the whole site, the logo and the app download included. */
export function createSettingsService({ database, clock, audit }: Needs) {
  const stored = async (part: Part) => (await findSetting(database.read, part)) ?? {}
  const general = async (): Promise<GeneralSettings> => GeneralSettingsSchema.parse(await stored('general'))
  const security = async (): Promise<SecuritySettings> => SecuritySettingsSchema.parse(await stored('security'))

  const appDownload = async (): Promise<AppDownload> => AppDownloadSchema.parse(await stored('app-download'))

  /** Replaces a part, inside the caller's transaction. Throws a ZodError for a value that isn't one. */
  async function save({ tx, touch }: Write, part: Part, value: unknown): Promise<void> {
    await saveSetting(tx, part, SCHEMAS[part].parse(value), timestamp(clock))
    touch(SETTINGS_NAME, revisionName(part))
  }

  /**
   * Nobody else saves a part till the caller's transaction ends. Gives the part's revision; throws `staleRevision` where
   * `ifMatch` names another.
   */
  async function hold(write: Write, part: Part, ifMatch: string | undefined): Promise<number> {
    // In alphabetical order, and the common name first: two parts saved at once touch it both.
    await write.hold(SETTINGS_NAME)
    const revision = await write.hold(revisionName(part))
    if (!isRevisionMatched(ifMatch, revision)) throw new AppError('staleRevision', SETTINGS_MESSAGES.stale)
    return revision
  }

  return {
    hold,
    save,
    general,
    security,
    notifications: async (): Promise<NotificationSettings> =>
      NotificationSettingsSchema.parse(await stored('notifications')),
    content: async (): Promise<ContentSettings> => ContentSettingsSchema.parse(await stored('content')),
    logo: async (): Promise<Logo> => LogoSchema.parse(await stored('logo')),
    appDownload,

    /** The same, with the count of its saves: what an administrator saves over. */
    async appDownloadWithRevision(): Promise<{ value: AppDownload; revision: number }> {
      // The count first, as in `view`.
      const counts = await listRevisions(database.read, [revisionName('app-download')])
      return { value: await appDownload(), revision: counts.get(revisionName('app-download')) ?? 0 }
    },

    /** The app download as it stands in the caller's transaction. */
    findAppDownload: async ({ tx }: Write): Promise<AppDownload> =>
      AppDownloadSchema.parse((await findSetting(tx, 'app-download')) ?? {}),

    /** What every page says of the site. */
    async site(): Promise<Site> {
      return { ...(await general()), registrationOpen: (await security()).enableRegistration }
    },

    /** Every part, with the count of its saves. */
    async view(): Promise<SettingsView> {
      // The counts first: a save between the two readings makes a later save over this one stale, and nothing is lost.
      const counts = await listRevisions(database.read, PART_NAMES.map(revisionName))
      const parts = await Promise.all(PART_NAMES.map(async (part) => [part, await stored(part)]))
      const revisions = Object.fromEntries(PART_NAMES.map((part) => [part, counts.get(revisionName(part)) ?? 0]))
      return SettingsViewSchema.parse({ ...Object.fromEntries(parts), revisions })
    },

    /**
     * Saves the fields of a part that are given. Gives the part as it stands then, and its revision. Throws `invalid`
     * with every wrong field, `staleRevision` where `ifMatch` names an older revision.
     */
    replace: ({ part, raw, actor, ifMatch }: PartSave) =>
      database.write(async (write) => {
        const revision = await hold(write, part, ifMatch)
        const before = SCHEMAS[part].parse((await findSetting(write.tx, part)) ?? {})
        const after = checked(part, { ...before, ...raw })
        const detail = changesInWords(SETTING_LABELS[part], before, after)
        if (detail === '') return { value: after, revision }
        await save(write, part, after)
        await audit.record(write, { actor, action: 'settings.update', target: SETTINGS_PART_LABELS[part], detail })
        return { value: after, revision: revision + 1 }
      }),
  }
}

function checked(part: SettingsPart, raw: unknown) {
  const parsed = SETTINGS_PARTS[part].safeParse(raw)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(errors[0]?.message, errors)
}
