import { brandingCalls } from '#contracts/branding/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { SETTINGS_TOPIC, type SettingsService } from './service.ts'

const FROM_SETTINGS = { dependsOn: [SETTINGS_TOPIC] }

export const settingsRoutes = (settings: SettingsService) => [
  handle(brandingCalls.site, () => settings.getSite(), FROM_SETTINGS),
  handle(brandingCalls.legal, () => settings.getLegalTexts(), FROM_SETTINGS),
  handle(brandingCalls.logo, () => settings.getLogo(), FROM_SETTINGS),
  handle(brandingCalls.appDownload, () => settings.getAppDownloadWithRevision(), FROM_SETTINGS),
  handle(settingsCalls.get, ({ user }) => settings.getAll(user)),
  handle(settingsCalls.updatePart, ({ params: { part }, body, actor, ifMatch }) =>
    settings.update({ part, body, actor, ifMatch }),
  ),
]
