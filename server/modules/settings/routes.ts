import { z } from 'zod'
import { AppDownloadSchema, LogoSchema } from '#contracts/branding.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { GeneralSettingsSchema } from '#contracts/settings.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { SETTINGS_NAME, type SettingsService } from './service.ts'

const tags = ['站点']

export const settingsRoutes =
  (settings: SettingsService): Routes =>
  (app, { readsFrom }) => {
    const reads = [
      [API.site, '读取站点信息', GeneralSettingsSchema.extend({ registrationOpen: z.boolean() }), settings.site],
      [API.logo, '读取当前logo', LogoSchema, settings.logo],
      [API.appDownload, '读取应用下载配置', AppDownloadSchema, settings.appDownload],
    ] as const
    for (const [path, summary, schema, read] of reads)
      app.get(
        path,
        { config: { access: 'open' }, schema: { tags, summary, response: { 200: success(schema) } } },
        async (request) => {
          readsFrom(request, SETTINGS_NAME)
          return { success: true as const, data: await read() }
        },
      )
  }
