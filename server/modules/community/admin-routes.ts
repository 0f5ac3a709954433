/** The QR codes as the back office keeps them. */
import { z } from 'zod'
import {
  QrCodeChangeSchema,
  QrCodeOrderSchema,
  QrCodeRecordSchema,
  QrCodeUploadSchema,
} from '#contracts/community/qr-code.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import type { UploadService } from '#server/modules/uploads/service.ts'
import { checkedFields } from '#server/platform/http/bodies/checked-fields.ts'
import { readUpload } from '#server/platform/http/bodies/read-upload.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { CommunityService } from './service.ts'

const tags = ['社区']
const writes = { access: 'qr-codes:write' } as const
const params = z.object({ id: z.string().max(TEXT.word) })

export const qrCodeAdminRoutes =
  (community: CommunityService, uploads: UploadService): Routes =>
  (app) => {
    listing(app, community)
    upload(app, community, uploads)
    changes(app, community)
  }

function listing(app: TypedApp, community: CommunityService) {
  const list = success(z.object({ qrCodes: z.array(QrCodeRecordSchema) }))
  app.get(
    ADMIN_API.qrCodes,
    {
      config: { access: 'qr-codes:read' },
      schema: { tags, summary: '读取全部二维码', response: { 200: list } },
    },
    async () => ({ success: true as const, data: { qrCodes: await community.listAll() } }),
  )
  app.post(
    ADMIN_API.qrCodeOrder,
    {
      config: { ...writes, failures: ['notFound'] },
      schema: { tags, summary: '调整二维码的显示顺序', body: QrCodeOrderSchema, response: { 200: list } },
    },
    async (request) => {
      const qrCodes = await community.order(request.body.ids, actorOf(request))
      return { success: true as const, data: { qrCodes }, message: ADMIN_MESSAGES.qrCodesOrdered }
    },
  )
}

function upload(app: TypedApp, community: CommunityService, uploads: UploadService) {
  app.post(
    ADMIN_API.qrCodeUpload,
    {
      config: { ...writes, perMinute: 60, failures: ['invalid', 'tooLarge', 'unsupportedType'] },
      schema: {
        tags,
        summary: '上传二维码',
        description: '字段 qrcode（图片），以及 type、title、description、contactName、contactPosition、displayOrder。',
        consumes: ['multipart/form-data'],
        response: { 200: success(QrCodeRecordSchema) },
      },
    },
    async (request) => {
      const sent = await readUpload(request, 'qrcode', uploads.pictureLimit('qr-code'))
      const { contactName, contactPosition, ...fields } = checkedFields(QrCodeUploadSchema, filledIn(sent.fields))
      const { url } = await uploads.picture({ ...sent, purpose: 'qr-code' }, actorOf(request))
      const contactInfo = { name: contactName, position: contactPosition }
      const code = { ...fields, contactInfo, qrCodeUrl: url, isActive: true }
      const data = await community.add(code, actorOf(request))
      return { success: true as const, data, message: ADMIN_MESSAGES.qrCodeUploaded }
    },
  )
}

/** A form sends a field that was left empty as ''; its default stands then. */
const filledIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

function changes(app: TypedApp, community: CommunityService) {
  app.put(
    ADMIN_API.qrCode,
    {
      config: writes,
      schema: {
        tags,
        summary: '修改二维码',
        description: '可只含 isActive，或任意几项文字与顺序；未给出的保持原样。',
        params,
        body: QrCodeChangeSchema,
        response: { 200: success(QrCodeRecordSchema) },
      },
    },
    async (request) => {
      const data = await community.change(request.params.id, request.body, actorOf(request))
      return { success: true as const, data, message: messageOf(request.body) }
    },
  )
  app.delete(
    ADMIN_API.qrCode,
    {
      config: writes,
      schema: { tags, summary: '删除二维码', params, response: { 200: success(z.null()) } },
    },
    async (request) => {
      await community.remove(request.params.id, actorOf(request))
      return { success: true as const, data: null, message: ADMIN_MESSAGES.qrCodeRemoved }
    },
  )
}

function messageOf(change: z.infer<typeof QrCodeChangeSchema>): string {
  if (change.isActive === undefined || Object.keys(change).length > 1) return ADMIN_MESSAGES.qrCodeSaved
  return change.isActive ? ADMIN_MESSAGES.qrCodeEnabled : ADMIN_MESSAGES.qrCodeDisabled
}
