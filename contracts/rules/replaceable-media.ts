import type { MediaKind } from '../media-library/media-file.ts'
import type { UploadPurpose } from '../uploads/upload.ts'

/** The kinds whose files can take the place of a file of a kind, the most likely one first. Attachments are replaced in their list. */
export const REPLACING_KINDS: Record<MediaKind, readonly MediaKind[]> = {
  picture: ['picture', 'product-logo', 'qr-code'],
  'product-logo': ['product-logo', 'picture', 'qr-code'],
  'qr-code': ['qr-code', 'picture', 'product-logo'],
  // Only the site's logo may be an SVG.
  branding: ['branding', 'picture', 'product-logo'],
  // Their fields accept no others.
  screenshot: ['screenshot'],
  avatar: ['avatar'],
  attachment: [],
}

/** What a file that replaces one of a kind is uploaded for. */
export const REPLACING_UPLOADS: Record<Exclude<MediaKind, 'attachment'>, UploadPurpose> = {
  picture: 'rich-text',
  'product-logo': 'product-logo',
  'qr-code': 'qr-code',
  branding: 'site-logo',
  screenshot: 'screenshot',
  avatar: 'avatar',
}
