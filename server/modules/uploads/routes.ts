import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import {
  AvatarFieldsSchema,
  DeleteAttachmentSchema,
  UploadedAttachmentSchema,
  UploadedAvatarSchema,
  UploadedImageSchema,
  UploadQuerySchema,
} from '#contracts/uploads/upload.ts'
import { checkedFields } from '#server/platform/http/bodies/checked-fields.ts'
import { readUpload } from '#server/platform/http/bodies/read-upload.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { UploadService } from './service.ts'

const tags = ['上传']
const access = 'uploads:write'
const config = { access, perMinute: 120, failures: ['invalid', 'tooLarge', 'unsupportedType'] } as const
const consumes = ['multipart/form-data'] satisfies FastifySchema['consumes']

export const uploadRoutes =
  (uploads: UploadService): Routes =>
  (app) => {
    app.post(
      ADMIN_API.upload,
      {
        config,
        schema: {
          ...{
            tags,
            summary: '上传一张图片',
            description: '字段 file。用于富文本，或（purpose=product-logo）产品logo。',
          },
          consumes,
          querystring: UploadQuerySchema,
          response: { 200: success(UploadedImageSchema) },
        },
      },
      async (request) => {
        const { purpose } = request.query
        const upload = await readUpload(request, 'file', uploads.pictureLimit(purpose))
        const data = await uploads.picture({ ...upload, purpose }, actorOf(request))
        const message = purpose === 'product-logo' ? ADMIN_MESSAGES.logoUploaded : ADMIN_MESSAGES.imageUploaded
        return { success: true as const, data, message }
      },
    )

    app.post(
      ADMIN_API.avatarUpload,
      {
        config,
        schema: {
          ...{
            tags,
            summary: '上传社区成员的头像',
            description: '字段 avatar，以及 memberIndex、memberName、memberEmail。',
          },
          consumes,
          response: { 200: success(UploadedAvatarSchema) },
        },
      },
      async (request) => {
        const upload = await readUpload(request, 'avatar', uploads.pictureLimit('avatar'))
        checkedFields(AvatarFieldsSchema, upload.fields)
        const { url } = await uploads.picture({ ...upload, purpose: 'avatar' }, actorOf(request))
        return { success: true as const, data: { avatarUrl: url }, message: ADMIN_MESSAGES.avatarUploaded }
      },
    )

    app.post(
      ADMIN_API.attachmentUpload,
      {
        config,
        schema: {
          ...{ tags, summary: '上传评估清单附件', description: '字段 attachment；一次一个文件。' },
          consumes,
          response: { 200: success(UploadedAttachmentSchema) },
        },
      },
      async (request) => {
        const upload = await readUpload(request, 'attachment', await uploads.attachmentLimit())
        const data = await uploads.attachment(upload, actorOf(request))
        return { success: true as const, data, message: ADMIN_MESSAGES.attachmentUploaded }
      },
    )

    app.post(
      ADMIN_API.attachmentDelete,
      {
        config: { access, failures: ['notFound'] },
        schema: {
          tags,
          summary: '删除评估清单附件',
          body: DeleteAttachmentSchema,
          response: { 200: success(z.null()) },
        },
      },
      async (request) => {
        await uploads.removeAttachment(request.body.path, actorOf(request))
        return { success: true as const, data: null, message: ADMIN_MESSAGES.attachmentRemoved }
      },
    )
  }
