import { LOGO_TYPES } from '#contracts/branding/branding.ts'
import { UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'

/**
 * Checks a selected logo before the upload; the server also checks its content. Returns the error message, or
 * `undefined` if the file may be uploaded.
 */
export function findLogoError(file: Pick<File, 'type' | 'size'> | undefined): string | undefined {
  if (!file) return SETTINGS_MESSAGES.logoFileMissing
  if (!LOGO_TYPES.some((type) => type === file.type)) return ADMIN_MESSAGES.siteLogoType
  return file.size > UPLOAD.siteLogo ? ADMIN_MESSAGES.imageTooLarge : undefined
}
