import { brandingCalls } from '#contracts/branding/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { BrandingService } from './service.ts'

export const brandingRoutes = (branding: BrandingService) => [
  handle(brandingCalls.uploadLogo, async ({ readFile, actor }) =>
    branding.uploadLogo(await readFile(branding.logoLimit), actor),
  ),
  handle(brandingCalls.resetLogo, ({ actor }) => branding.resetLogo(actor)),
  handle(brandingCalls.updateAppDownload, ({ body, ...save }) => branding.updateAppDownload(body, save)),
  handle(brandingCalls.resetAppDownload, (save) => branding.resetAppDownload(save)),
]
