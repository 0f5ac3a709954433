import { MEDIA_KINDS, type MediaKind } from '#contracts/media-library/media-file.ts'
import { SCREENSHOTS_FOLDER, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { ATTACHMENTS_PREFIX } from '#server/modules/files/service.ts'

/** The folder of each kind. The library has no other files: those of members and vendors are elsewhere. */
export const MEDIA_FOLDERS: Record<MediaKind, string> = {
  picture: 'images/',
  'product-logo': 'logos/',
  screenshot: SCREENSHOTS_FOLDER,
  avatar: 'avatars/',
  'qr-code': 'qrcodes/',
  branding: 'branding/',
  attachment: ATTACHMENTS_PREFIX,
}

/** The end of the keys of the smaller files of screenshots, which aren't files of their own. */
export const SMALL_FILE_END = toSmallScreenshot('.webp')

/** Returns the kind of a file; `undefined` if the library doesn't have it. */
export const getMediaKind = (key: string): MediaKind | undefined =>
  key.startsWith(SCREENSHOTS_FOLDER) && key.endsWith(SMALL_FILE_END)
    ? undefined
    : MEDIA_KINDS.find((kind) => key.startsWith(MEDIA_FOLDERS[kind]))
