import { UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',')

type Picked = Pick<File, 'type' | 'size'>

/**
 * Returns why a picked image is not sent, before the server looks at its bytes; `undefined` if nothing speaks against
 * it.
 */
export function findImageError({ type, size }: Picked, purpose: 'image' | 'product-logo'): string | undefined {
  const isLogo = purpose === 'product-logo'
  if (!IMAGE_TYPES.includes(type)) return isLogo ? ADMIN_MESSAGES.productLogoType : ADMIN_MESSAGES.imageType
  if (size > (isLogo ? UPLOAD.productLogo : UPLOAD.image))
    return isLogo ? ADMIN_MESSAGES.productLogoTooLarge : ADMIN_MESSAGES.imageTooLarge
  return undefined
}
