import { brandingCalls } from '#contracts/branding/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { SETTINGS_NAME, type SettingsService } from './service.ts'

const FROM_SETTINGS = { dependsOn: [SETTINGS_NAME] }

export const settingsRoutes = (settings: SettingsService) => [
  answer(brandingCalls.site, () => settings.site(), FROM_SETTINGS),
  answer(brandingCalls.logo, () => settings.logo(), FROM_SETTINGS),
  answer(brandingCalls.appDownload, () => settings.getAppDownloadWithRevision(), FROM_SETTINGS),
  answer(settingsCalls.get, () => settings.view()),
  answer(settingsCalls.updatePart, ({ params: { part }, body, actor, ifMatch }) =>
    settings.replace({ part, raw: body, actor, ifMatch }),
  ),
]
