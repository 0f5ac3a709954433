import type { FastifyRequest } from 'fastify'
import { AppDownloadSchema, AppDownloadUpdateSchema, LogoSchema } from '#contracts/branding/branding.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { readUpload } from '#server/platform/http/bodies/read-upload.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { BrandingService } from './service.ts'

const tags = ['站点']
const access = 'branding:write'

export const brandingRoutes =
  (branding: BrandingService): Routes =>
  (app) => {
    logo(app, branding)
    appDownload(app, branding)
  }

function logo(app: TypedApp, branding: BrandingService) {
  app.post(
    ADMIN_API.logoUpload,
    {
      config: { access, perMinute: 60, failures: ['invalid', 'tooLarge', 'unsupportedType'] },
      schema: {
        tags,
        summary: '上传网站logo',
        description: '字段 logo：JPG、PNG、GIF、SVG 或 WebP，不超过5MB。图片会重新编码，SVG 只保留图形。',
        consumes: ['multipart/form-data'],
        response: { 200: success(LogoSchema) },
      },
    },
    async (request) => {
      const sent = await readUpload(request, { field: 'logo', ...branding.logoLimit })
      const data = await branding.uploadLogo(sent, actorOf(request))
      return { success: true as const, data, message: ADMIN_MESSAGES.logoUploaded }
    },
  )
  app.post(
    ADMIN_API.logoReset,
    { config: { access }, schema: { tags, summary: '恢复默认logo', response: { 200: success(LogoSchema) } } },
    async (request) => {
      const data = await branding.resetLogo(actorOf(request))
      return { success: true as const, data, message: SETTINGS_MESSAGES.logoReset }
    },
  )
}

function appDownload(app: TypedApp, branding: BrandingService) {
  const config = { access, failures: ['staleRevision'] } as const
  const description = '带 `If-Match: "<版本>"`（读取时的 `ETag`）时，已被他人更新则答复 412，什么也不保存。'
  const response = { 200: success(AppDownloadSchema) }
  const saveOf = (request: FastifyRequest) => ({ actor: actorOf(request), ifMatch: request.headers['if-match'] })
  app.put(
    ADMIN_API.appDownloadUpdate,
    {
      config,
      schema: { tags, summary: '更新应用下载配置', description, body: AppDownloadUpdateSchema, response },
    },
    async (request, reply) => {
      const { value, revision } = await branding.updateAppDownload(request.body, saveOf(request))
      reply.header('etag', `"${revision}"`)
      return { success: true as const, data: value, message: SETTINGS_MESSAGES.appDownloadSaved }
    },
  )
  app.post(
    ADMIN_API.appDownloadReset,
    { config, schema: { tags, summary: '重置应用下载配置', description, response } },
    async (request, reply) => {
      const { value, revision } = await branding.resetAppDownload(saveOf(request))
      reply.header('etag', `"${revision}"`)
      return { success: true as const, data: value, message: SETTINGS_MESSAGES.appDownloadReset }
    },
  )
}
