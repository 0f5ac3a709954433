import { z } from 'zod'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { SettingsPartParamsSchema, SettingsViewSchema } from '#contracts/settings/settings.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { SETTINGS_NAME, type SettingsService } from './service.ts'

const FROM_SETTINGS = { readsFrom: [SETTINGS_NAME] }

export const settingsRoutes = (settings: SettingsService) => [
  answer(brandingCalls.site, () => settings.site(), FROM_SETTINGS),
  answer(brandingCalls.logo, () => settings.logo(), FROM_SETTINGS),
  answer(brandingCalls.appDownload, () => settings.appDownloadWithRevision(), FROM_SETTINGS),
  administration(settings),
]

const administration =
  (settings: SettingsService): Routes =>
  (app) => {
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
