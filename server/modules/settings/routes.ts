import { brandingCalls } from '#contracts/branding/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { SETTINGS_TOPIC, type SettingsService } from './service.ts'

const FROM_SETTINGS = { dependsOn: [SETTINGS_TOPIC] }

export const settingsRoutes = (settings: SettingsService) => [
  answer(brandingCalls.site, () => settings.getSite(), FROM_SETTINGS),
  answer(brandingCalls.legal, () => settings.getLegalTexts(), FROM_SETTINGS),
  answer(brandingCalls.logo, () => settings.getLogo(), FROM_SETTINGS),
  answer(brandingCalls.appDownload, () => settings.getAppDownloadWithRevision(), FROM_SETTINGS),
  answer(settingsCalls.get, ({ user }) => settings.getAll(user)),
  answer(settingsCalls.updatePart, ({ params: { part }, body, actor, ifMatch }) =>
    settings.update({ part, body, actor, ifMatch }),
  ),
]
