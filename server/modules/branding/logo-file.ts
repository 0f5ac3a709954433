import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { drawingSize, rewrittenPicture } from '#server/platform/files/picture.ts'
import { isSvg, sanitisedSvg } from '#server/platform/files/svg.ts'

/** Four times the advised size: sharp on every screen, and no heavier than a page's header should be. */
const WITHIN = { width: 800, height: 320 }

export type LogoFile = { bytes: Buffer; mimetype: string; extension: string; width: number; height: number }

/**
 * A logo's file as it is kept: a picture written anew, a drawing with nothing in it but what draws. Throws
 * `unsupportedType` for what is neither, `invalid` for one that is broken or too large in pixels.
 */
export async function logoFile(sent: Buffer): Promise<LogoFile> {
  if (!isSvg(sent)) return rewrittenPicture(sent, { within: WITHIN, typeMessage: ADMIN_MESSAGES.siteLogoType })
  const bytes = Buffer.from(sanitisedSvg(sent))
  return { bytes, mimetype: 'image/svg+xml', extension: 'svg', ...(await drawingSize(bytes)) }
}
