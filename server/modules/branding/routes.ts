import { brandingCalls } from '#contracts/branding/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { BrandingService } from './service.ts'

export const brandingRoutes = (branding: BrandingService) => [
  answer(brandingCalls.uploadLogo, async ({ readFile, actor }) =>
    branding.uploadLogo(await readFile(branding.logoLimit), actor),
  ),
  answer(brandingCalls.resetLogo, ({ actor }) => branding.resetLogo(actor)),
  answer(brandingCalls.updateAppDownload, ({ body, ...save }) => branding.updateAppDownload(body, save)),
  answer(brandingCalls.resetAppDownload, (save) => branding.resetAppDownload(save)),
]
