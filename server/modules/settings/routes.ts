import { z } from 'zod'
import { AppDownloadSchema, LogoSchema } from '#contracts/branding/branding.ts'
import { ADMIN_API, API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { GeneralSettingsSchema, SettingsPartParamsSchema, SettingsViewSchema } from '#contracts/settings/settings.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes, RouteTools, TypedApp } from '#server/platform/http/server/routes.ts'
import { SETTINGS_NAME, type SettingsService } from './service.ts'

export const settingsRoutes =
  (settings: SettingsService): Routes =>
  (app, tools) => {
    publicReads(app, tools, settings)
    administration(app, settings)
  }

function publicReads(app: TypedApp, { readsFrom }: RouteTools, settings: SettingsService) {
  const reads = [
    [API.site, '读取站点信息', GeneralSettingsSchema.extend({ registrationOpen: z.boolean() }), settings.site],
    [API.logo, '读取当前logo', LogoSchema, settings.logo],
  ] as const
  for (const [path, summary, schema, read] of reads)
    app.get(
      path,
      { config: { access: 'open' }, schema: { tags: ['站点'], summary, response: { 200: success(schema) } } },
      async (request) => {
        readsFrom(request, SETTINGS_NAME)
        return { success: true as const, data: await read() }
      },
    )
  app.get(
    API.appDownload,
    {
      config: { access: 'open' },
      schema: {
        ...{ tags: ['站点'], summary: '读取应用下载配置', response: { 200: success(AppDownloadSchema) } },
        description: '`ETag` 是配置的版本，保存时可作为 `If-Match` 送回。',
      },
    },
    async (request, reply) => {
      readsFrom(request, SETTINGS_NAME)
      const { value, revision } = await settings.appDownloadWithRevision()
      reply.header('etag', `"${revision}"`)
      return { success: true as const, data: value }
    },
  )
}

function administration(app: TypedApp, settings: SettingsService) {
  const tags = ['系统设置']
  app.get(
    ADMIN_API.settings,
    {
      config: { access: 'settings:read' },
      schema: { tags, summary: '读取全部设置', response: { 200: success(SettingsViewSchema) } },
    },
    async () => ({ success: true as const, data: await settings.view() }),
  )
  app.put(
    ADMIN_API.settingsPart,
    {
      config: { access: 'settings:write', failures: ['invalid', 'staleRevision'] },
      schema: {
        tags,
        summary: '保存一组设置',
        description:
          '未给出的项保持原样。带 `If-Match: "<版本>"`（见读取时的 `revisions`）时，已被他人更新则答复 412，什么也不保存。',
        params: SettingsPartParamsSchema,
        // Checked by the service, by the part's own schema.
        body: z.looseObject({}, '应为对象'),
        response: { 200: success(z.record(z.string(), z.unknown())) },
      },
    },
    async (request, reply) => {
      const save = { part: request.params.part, raw: request.body, actor: actorOf(request) }
      const { value, revision } = await settings.replace({ ...save, ifMatch: request.headers['if-match'] })
      reply.header('etag', `"${revision}"`)
      return { success: true as const, data: value, message: SETTINGS_MESSAGES.saved }
    },
  )
}
