import { UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',')

type ImageFile = Pick<File, 'type' | 'size'>

/**
 * Checks the type and size of a selected image before the upload; the server also checks its content. Returns the error
 * message, or `undefined` if the image may be uploaded.
 */
export function findImageError({ type, size }: ImageFile, purpose: 'image' | 'product-logo'): string | undefined {
  const isLogo = purpose === 'product-logo'
  if (!IMAGE_TYPES.includes(type)) return isLogo ? ADMIN_MESSAGES.productLogoType : ADMIN_MESSAGES.imageType
  if (size > (isLogo ? UPLOAD.productLogo : UPLOAD.image))
    return isLogo ? ADMIN_MESSAGES.productLogoTooLarge : ADMIN_MESSAGES.imageTooLarge
  return undefined
}
