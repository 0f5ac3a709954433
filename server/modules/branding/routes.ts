import { brandingCalls } from '#contracts/branding/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { BrandingService } from './service.ts'

/** Back-office routes for the site's logo and the download of its mobile app. */
export const brandingRoutes = (branding: BrandingService) => [
  defineRoute(brandingCalls.uploadLogo, async ({ readFile, user }) =>
    branding.uploadLogo(await readFile(branding.logoLimit), user),
  ),
  defineRoute(brandingCalls.chooseLogo, ({ body, user }) => branding.chooseLogo(body.url, user)),
  defineRoute(brandingCalls.resetLogo, ({ user }) => branding.resetLogo(user)),
  defineRoute(brandingCalls.getAppDownloadAuthorship, () => branding.getAppDownloadAuthorship()),
  defineRoute(brandingCalls.updateAppDownload, ({ body, user, ifMatch }) =>
    branding.updateAppDownload(body, { actor: user, ifMatch }),
  ),
  defineRoute(brandingCalls.resetAppDownload, ({ user, ifMatch }) =>
    branding.resetAppDownload({ actor: user, ifMatch }),
  ),
]
