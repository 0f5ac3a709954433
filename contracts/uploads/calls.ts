import { z } from 'zod'
import { groupCalls, POST } from '../call.ts'
import { ADMIN_MESSAGES } from '../messages/admin.ts'
import {
  AvatarFieldsSchema,
  DeleteAttachmentSchema,
  UploadedAttachmentSchema,
  UploadedAvatarSchema,
  UploadedImageSchema,
  UploadQuerySchema,
} from './upload.ts'

export const uploadCalls = groupCalls('上传', '图片、头像与附件。类型以文件内容为准，图片一律重新编码。', {
  uploadPicture: POST('/api/upload', {
    access: 'uploads:write',
    callsPerMinute: 120,
    query: UploadQuerySchema,
    file: { field: 'file', description: '图片。' },
    reply: UploadedImageSchema,
    summary: '上传一张图片',
    description:
      '用于富文本；`purpose` 为其他值时用于产品logo、产品截图、头像、二维码或网站logo，为 `library` 时留在媒体库中待选。',
  }),
  uploadAvatar: POST('/api/avatar/community/upload', {
    access: 'uploads:write',
    callsPerMinute: 120,
    file: { field: 'avatar', description: '图片。', fields: AvatarFieldsSchema },
    reply: UploadedAvatarSchema,
    message: ADMIN_MESSAGES.avatarUploaded,
    summary: '上传社区成员的头像',
  }),
  uploadAttachment: POST('/api/upload-evaluation-attachment', {
    access: 'uploads:write',
    callsPerMinute: 120,
    file: { field: 'attachment', description: '一次一个文件。' },
    reply: UploadedAttachmentSchema,
    message: ADMIN_MESSAGES.attachmentUploaded,
    summary: '上传评估清单附件',
  }),
  removeAttachment: POST('/api/delete-evaluation-attachment', {
    access: 'uploads:write',
    body: DeleteAttachmentSchema,
    failures: ['notFound'],
    reply: z.null(),
    message: ADMIN_MESSAGES.attachmentRemoved,
    summary: '删除评估清单附件',
  }),
})
