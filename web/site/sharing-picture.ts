import type { Logo } from '#contracts/branding/branding.ts'
import { type Brand, SITE_NAME, SITE_TAGLINE } from './brand.ts'

export type SharingPicture = { path: string; width: number; height: number }

/** Drawn by `draw-icons.ts`, with the name and the tagline in it. */
const DRAWN: SharingPicture = { path: '/og-image.png', width: 1200, height: 630 }
const SEAL: SharingPicture = { path: '/icon-512.png', width: 512, height: 512 }

/**
 * Returns what a shared link shows: the uploaded logo, unless it is a drawing, which no network takes; else the picture
 * that bears the site's name, as long as the site is called so; else the seal alone.
 */
export function getSharingPicture(
  { name, tagline, logoUrl }: Brand,
  logo: Logo | undefined,
): SharingPicture | undefined {
  if (logoUrl && logo) {
    const { logoMimeType, logoWidth: width, logoHeight: height } = logo
    return logoMimeType === 'image/svg+xml' ? undefined : { path: logoUrl, width, height }
  }
  return name === SITE_NAME && tagline === SITE_TAGLINE ? DRAWN : SEAL
}
