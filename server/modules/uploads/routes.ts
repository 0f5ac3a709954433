import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadPurpose } from '#contracts/uploads/upload.ts'
import { answer, withMessage } from '#server/platform/http/calls/answer.ts'
import type { UploadService } from './service.ts'

const PICTURE_UPLOADED = {
  'rich-text': ADMIN_MESSAGES.imageUploaded,
  'product-logo': ADMIN_MESSAGES.logoUploaded,
  screenshot: SCREENSHOT_MESSAGES.uploaded,
} as const satisfies Record<UploadPurpose, string>

export const uploadRoutes = (uploads: UploadService) => [
  answer(uploadCalls.picture, async ({ query: { purpose }, readFile, actor }) => {
    const picture = await readFile(uploads.getPictureLimit(purpose))
    return withMessage(PICTURE_UPLOADED[purpose], await uploads.savePicture({ ...picture, purpose }, actor))
  }),
  answer(uploadCalls.avatar, async ({ readFile, actor }) => {
    const picture = await readFile(uploads.getPictureLimit('avatar'))
    const { url } = await uploads.savePicture({ ...picture, purpose: 'avatar' }, actor)
    return { avatarUrl: url }
  }),
  answer(uploadCalls.attachment, async ({ readFile, actor }) =>
    uploads.saveAttachment(await readFile(await uploads.getAttachmentLimit()), actor),
  ),
  answer(uploadCalls.removeAttachment, ({ body, actor }) => uploads.removeAttachment(body.path, actor)),
]
