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

/** Back-office routes for uploading pictures, avatars and attachments. */
export const uploadRoutes = (uploads: UploadService) => [
  defineRoute(uploadCalls.uploadPicture, async ({ query: { purpose }, readFile, user }) => {
    const image = await readFile(uploads.getImageLimit(purpose))
    return withMessage(UPLOADED_MESSAGES[purpose], await uploads.saveImage({ ...image, purpose }, user))
  }),
  defineRoute(uploadCalls.uploadAvatar, async ({ readFile, user }) => {
    const image = await readFile(uploads.getImageLimit('avatar'))
    const { url } = await uploads.saveImage({ ...image, purpose: 'avatar' }, user)
    return { avatarUrl: url }
  }),
  defineRoute(uploadCalls.uploadAttachment, async ({ readFile, user }) =>
    uploads.saveAttachment(await readFile(await uploads.getAttachmentLimit()), user),
  ),
  defineRoute(uploadCalls.removeAttachment, ({ body, user }) => uploads.removeAttachment(body.path, user)),
]
