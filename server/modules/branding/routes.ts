import { brandingCalls } from '#contracts/branding/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { BrandingService } from './service.ts'

export const brandingRoutes = (branding: BrandingService) => [
  defineRoute(brandingCalls.uploadLogo, async ({ readFile, actor }) =>
    branding.uploadLogo(await readFile(branding.logoLimit), actor),
  ),
  defineRoute(brandingCalls.resetLogo, ({ actor }) => branding.resetLogo(actor)),
  defineRoute(brandingCalls.updateAppDownload, ({ body, ...context }) => branding.updateAppDownload(body, context)),
  defineRoute(brandingCalls.resetAppDownload, (context) => branding.resetAppDownload(context)),
]
