import { expect, it } from 'vitest'
import { type Logo, LogoSchema } from '#contracts/branding/branding.ts'
import { SITE_NAME, SITE_TAGLINE } from './brand.ts'
import { getOgImage } from './og-image.ts'

const createLogo = (logoMimeType: string): Logo =>
  LogoSchema.parse({
    logoType: 'custom',
    logoUrl: '/uploads/branding/logo',
    logoMimeType,
    logoWidth: 400,
    logoHeight: 160,
  })

it.each<[string, string, string, Logo | undefined, string | undefined]>([
  ['the default name and tagline', SITE_NAME, SITE_TAGLINE, undefined, '/og-image.png'],
  ['another name', '明鉴', SITE_TAGLINE, undefined, '/icon-512.png'],
  ['another tagline', SITE_NAME, '', undefined, '/icon-512.png'],
  ['an uploaded raster logo', SITE_NAME, SITE_TAGLINE, createLogo('image/webp'), '/uploads/branding/logo'],
  ['an uploaded SVG logo', '明鉴', SITE_TAGLINE, createLogo('image/svg+xml'), undefined],
])('returns the image of a site with %s', (_, name, tagline, logo, path) => {
  expect(getOgImage({ name, tagline, logoUrl: logo?.logoUrl }, logo)?.path).toBe(path)
})
