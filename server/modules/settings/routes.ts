import { brandingCalls } from '#contracts/branding/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { SETTINGS_TOPIC, type SettingsService } from './service.ts'

const DEPENDS_ON_SETTINGS = { invalidatedBy: [SETTINGS_TOPIC] }

/** Public routes: the name, logo, legal texts and mobile app of the site, which its pages show. */
export const siteSettingsRoutes = (settings: SettingsService) => [
  defineRoute(brandingCalls.getSite, () => settings.getSite(), DEPENDS_ON_SETTINGS),
  defineRoute(brandingCalls.getLegalTexts, () => settings.getLegalTexts(), DEPENDS_ON_SETTINGS),
  defineRoute(brandingCalls.getLogo, () => settings.getLogo(), DEPENDS_ON_SETTINGS),
  defineRoute(brandingCalls.getAppDownload, () => settings.getAppDownloadWithRevision(), DEPENDS_ON_SETTINGS),
]

/** Routes of the settings screen, whose paths and permissions are in `calls.ts`. */
export const settingsRoutes = (settings: SettingsService) => [
  defineRoute(settingsCalls.get, ({ user }) => settings.getAll(user)),
  defineRoute(settingsCalls.getAuthorship, ({ params }) => settings.getAuthorship(params.part)),
  defineRoute(settingsCalls.updatePart, ({ params: { part }, body, user, ifMatch }) =>
    settings.update(part, body, { actor: user, ifMatch, hasTwoFactor: user.hasSecondFactor }),
  ),
]
