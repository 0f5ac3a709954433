import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadPurpose } from '#contracts/uploads/upload.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { UploadService } from './service.ts'

const PICTURE_UPLOADED = {
  'rich-text': ADMIN_MESSAGES.imageUploaded,
  'product-logo': ADMIN_MESSAGES.logoUploaded,
  screenshot: SCREENSHOT_MESSAGES.uploaded,
} as const satisfies Record<UploadPurpose, string>

export const uploadRoutes = (uploads: UploadService) => [
  defineRoute(uploadCalls.picture, async ({ query: { purpose }, readFile, actor }) => {
    const picture = await readFile(uploads.getPictureLimit(purpose))
    return withMessage(PICTURE_UPLOADED[purpose], await uploads.saveImage({ ...picture, purpose }, actor))
  }),
  defineRoute(uploadCalls.avatar, async ({ readFile, actor }) => {
    const picture = await readFile(uploads.getPictureLimit('avatar'))
    const { url } = await uploads.saveImage({ ...picture, purpose: 'avatar' }, actor)
    return { avatarUrl: url }
  }),
  defineRoute(uploadCalls.attachment, async ({ readFile, actor }) =>
    uploads.saveAttachment(await readFile(await uploads.getAttachmentLimit()), actor),
  ),
  defineRoute(uploadCalls.removeAttachment, ({ body, actor }) => uploads.removeAttachment(body.path, actor)),
]
