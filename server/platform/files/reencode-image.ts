/** Decodes and re-encodes uploaded pictures, so that only the visible image is stored. */
import type { Sharp } from 'sharp'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError, invalid } from '../app-error.ts'

/** Loaded lazily: with its native library, sharp takes a tenth of the process's memory. */
const loadSharp = async () => (await import('sharp')).default

/** The size of a picture in pixels. */
type PictureSize = { width: number; height: number }
type Picture = { bytes: Buffer; mimetype: PictureType; extension: string; width: number; height: number }

/** The limit for all frames together: decoding 40 megapixels takes 160 MB. */
const MAX_PIXELS = 40_000_000
const MAX_FRAMES = 300
const TIMEOUT_SECONDS = 20

const WRITERS = {
  'image/jpeg': { extension: 'jpg', write: (picture: Sharp) => picture.jpeg({ quality: 86 }) },
  'image/png': { extension: 'png', write: (picture: Sharp) => picture.png({ compressionLevel: 9 }) },
  'image/gif': { extension: 'gif', write: (picture: Sharp) => picture.gif() },
  'image/webp': { extension: 'webp', write: (picture: Sharp) => picture.webp({ quality: 86 }) },
} as const
type PictureType = keyof typeof WRITERS
const isPictureType = (mime: string | undefined): mime is PictureType => mime !== undefined && mime in WRITERS

/** Returns the size of a square, for `maxSize`. */
export const createSquareSize = (side: number): PictureSize => ({ width: side, height: side })

/** Detects the type from the bytes; returns `undefined` for anything but a supported picture. */
async function findPictureType(bytes: Uint8Array): Promise<PictureType | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  // An animated PNG is treated as a PNG: only its first frame is stored.
  const mimetype = mime === 'image/apng' ? 'image/png' : mime
  return isPictureType(mimetype) ? mimetype : undefined
}

/**
 * Re-encodes a picture: upright, in sRGB, without EXIF or other metadata, and no larger than `maxSize`. GIF and WebP
 * keep their frames, unless `firstFrameOnly` converts any picture to a still WebP. Throws `unsupportedMediaType` with
 * `typeMessage` for other types, and `invalid` for a broken or too long picture.
 */
export async function reencodeImage(
  bytes: Uint8Array,
  {
    maxSize,
    firstFrameOnly = false,
    typeMessage = ADMIN_MESSAGES.imageType,
  }: { maxSize?: PictureSize; firstFrameOnly?: boolean; typeMessage?: string } = {},
): Promise<Picture> {
  const sentType = await findPictureType(bytes)
  if (!sentType) throw new AppError('unsupportedMediaType', typeMessage)
  const mimetype = firstFrameOnly ? 'image/webp' : sentType
  const isAnimated = !firstFrameOnly && (mimetype === 'image/gif' || mimetype === 'image/webp')
  const options = { animated: isAnimated, limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  const sharp = await loadSharp()
  try {
    const { pages = 1 } = await sharp(bytes, options).metadata()
    if (pages > MAX_FRAMES) throw invalid(ADMIN_MESSAGES.imageTooManyPixels)
    // Only a still picture is rotated by its EXIF orientation: sharp can't rotate animations.
    const oriented = pages > 1 ? sharp(bytes, options) : sharp(bytes, options).autoOrient()
    const resized = maxSize ? oriented.resize({ ...maxSize, fit: 'inside', withoutEnlargement: true }) : oriented
    const { extension, write } = WRITERS[mimetype]
    const { data, info } = await write(resized)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, mimetype, extension, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    throw error instanceof AppError ? error : toInvalidImageError(error)
  }
}

/**
 * Returns the intrinsic size of a sanitized SVG, rounded to pixels. Throws `invalid` if it can't be rendered.
 */
export async function measureSvg(svg: Uint8Array): Promise<PictureSize> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(svg, { limitInputPixels: MAX_PIXELS }).metadata()
    return { width, height }
  } catch (error) {
    throw toInvalidImageError(error)
  }
}

const toInvalidImageError = (error: unknown) =>
  invalid(
    error instanceof Error && /pixel limit|too large|timeout/i.test(error.message)
      ? ADMIN_MESSAGES.imageTooManyPixels
      : ADMIN_MESSAGES.imageBroken,
  )
