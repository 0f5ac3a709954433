import { type AppDownload, AppDownloadSchema, type Logo, LogoSchema } from '#contracts/branding.ts'
import {
  type ContentSettings,
  ContentSettingsSchema,
  type GeneralSettings,
  GeneralSettingsSchema,
  type SecuritySettings,
  SecuritySettingsSchema,
  type Site,
} from '#contracts/settings.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { findSetting, saveSetting } from './store.ts'

export type SettingsService = ReturnType<typeof createSettingsService>

/** The change feed's name for all settings and the branding. */
export const SETTINGS_NAME = 'settings'

const SCHEMAS = {
  general: GeneralSettingsSchema,
  security: SecuritySettingsSchema,
  content: ContentSettingsSchema,
  logo: LogoSchema,
  'app-download': AppDownloadSchema,
} as const
type Part = keyof typeof SCHEMAS

/** What an administrator sets for the whole site, the logo and the app download included. */
export function createSettingsService({ database, clock }: { database: Database; clock: Clock }) {
  const stored = async (part: Part) => (await findSetting(database.read, part)) ?? {}
  const general = async (): Promise<GeneralSettings> => GeneralSettingsSchema.parse(await stored('general'))
  const security = async (): Promise<SecuritySettings> => SecuritySettingsSchema.parse(await stored('security'))

  return {
    general,
    security,
    content: async (): Promise<ContentSettings> => ContentSettingsSchema.parse(await stored('content')),
    logo: async (): Promise<Logo> => LogoSchema.parse(await stored('logo')),
    appDownload: async (): Promise<AppDownload> => AppDownloadSchema.parse(await stored('app-download')),

    /** What every page says of the site. */
    async site(): Promise<Site> {
      return { ...(await general()), registrationOpen: (await security()).enableRegistration }
    },

    /** Replaces a part, inside the caller's transaction. Throws a ZodError for a value that isn't one. */
    async save({ tx, touch }: Write, part: Part, value: unknown): Promise<void> {
      await saveSetting(tx, part, SCHEMAS[part].parse(value), timestamp(clock))
      touch(SETTINGS_NAME)
    },
  }
}
