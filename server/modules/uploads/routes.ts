import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadPurpose } from '#contracts/uploads/upload.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { UploadService } from './service.ts'

const UPLOADED_MESSAGES = {
  'rich-text': ADMIN_MESSAGES.imageUploaded,
  'product-logo': ADMIN_MESSAGES.logoUploaded,
  screenshot: SCREENSHOT_MESSAGES.uploaded,
} as const satisfies Record<UploadPurpose, string>

export const uploadRoutes = (uploads: UploadService) => [
  defineRoute(uploadCalls.uploadPicture, async ({ query: { purpose }, readFile, actor }) => {
    const image = await readFile(uploads.getImageLimit(purpose))
    return withMessage(UPLOADED_MESSAGES[purpose], await uploads.saveImage({ ...image, purpose }, actor))
  }),
  defineRoute(uploadCalls.uploadAvatar, async ({ readFile, actor }) => {
    const image = await readFile(uploads.getImageLimit('avatar'))
    const { url } = await uploads.saveImage({ ...image, purpose: 'avatar' }, actor)
    return { avatarUrl: url }
  }),
  defineRoute(uploadCalls.uploadAttachment, async ({ readFile, actor }) =>
    uploads.saveAttachment(await readFile(await uploads.getAttachmentLimit()), actor),
  ),
  defineRoute(uploadCalls.removeAttachment, ({ body, actor }) => uploads.removeAttachment(body.path, actor)),
]
