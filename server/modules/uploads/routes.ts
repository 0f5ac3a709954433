import { uploadCalls } from '#contracts/uploads/calls.ts'
import { IMAGE_UPLOAD_MESSAGES } from '#contracts/uploads/image-messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { UploadService } from './service.ts'

/** Back-office routes for uploading pictures, avatars and attachments. */
export const uploadRoutes = (uploads: UploadService) => [
  defineRoute(uploadCalls.uploadPicture, async ({ query: { purpose }, readFile, user }) => {
    const image = await readFile(uploads.getImageLimit(purpose))
    return withMessage(IMAGE_UPLOAD_MESSAGES[purpose].uploaded, await uploads.saveImage({ ...image, purpose }, user))
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
