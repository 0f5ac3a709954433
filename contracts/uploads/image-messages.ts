import { MEDIA_MESSAGES } from '../media-library/messages.ts'
import { ADMIN_MESSAGES } from '../messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '../products/screenshot-messages.ts'
import type { UploadPurpose } from './upload.ts'

/**
 * The messages about an uploaded image by its purpose. The reason of a failure is appended to `failedBecause`; `failed`
 * is shown without a reason.
 */
export const IMAGE_UPLOAD_MESSAGES = {
  'rich-text': {
    uploaded: ADMIN_MESSAGES.imageUploaded,
    failedBecause: '图片上传失败：',
    failed: '图片上传失败',
  },
  'product-logo': {
    uploaded: ADMIN_MESSAGES.logoUploaded,
    failedBecause: 'Logo上传失败：',
    failed: 'Logo上传失败，请重试',
  },
  screenshot: {
    uploaded: SCREENSHOT_MESSAGES.uploaded,
    failedBecause: '截图上传失败：',
    failed: '截图上传失败，请重试',
  },
  library: {
    uploaded: MEDIA_MESSAGES.uploaded,
    failedBecause: '图片上传失败：',
    failed: '图片上传失败，请重试',
  },
  avatar: {
    uploaded: ADMIN_MESSAGES.avatarUploaded,
    failedBecause: '头像上传失败: ',
    failed: '头像上传失败，请重试',
  },
  'qr-code': {
    uploaded: ADMIN_MESSAGES.imageUploaded,
    failedBecause: '图片上传失败：',
    failed: '图片上传失败，请重试',
  },
  'site-logo': {
    uploaded: ADMIN_MESSAGES.imageUploaded,
    failedBecause: 'Logo上传失败：',
    failed: 'Logo上传失败，请重试',
  },
} as const satisfies Record<UploadPurpose, { uploaded: string; failedBecause: string; failed: string }>
