import { expect, it } from 'vitest'
import { type Logo, LogoSchema } from '#contracts/branding/branding.ts'
import { SITE_NAME, SITE_TAGLINE } from './brand.ts'
import { getOgImage } from './og-image.ts'

const logo = (mimetype: string): Logo =>
  LogoSchema.parse({
    logoType: 'custom',
    logoUrl: '/uploads/branding/a',
    logoMimeType: mimetype,
    logoWidth: 400,
    logoHeight: 160,
  })

it.each<[string, string, string, Logo | undefined, string | undefined]>([
  ['the default name and tagline', SITE_NAME, SITE_TAGLINE, undefined, '/og-image.png'],
  ['another name', '明鉴', SITE_TAGLINE, undefined, '/icon-512.png'],
  ['another tagline', SITE_NAME, '', undefined, '/icon-512.png'],
  ['an uploaded raster logo', SITE_NAME, SITE_TAGLINE, logo('image/webp'), '/uploads/branding/a'],
  ['an uploaded SVG logo', '明鉴', SITE_TAGLINE, logo('image/svg+xml'), undefined],
])('returns the image of a site with %s', (_, name, tagline, uploaded, path) => {
  expect(getOgImage({ name, tagline, logoUrl: uploaded?.logoUrl }, uploaded)?.path).toBe(path)
})
