import { settingsCalls } from '#contracts/settings/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { SystemService } from './service.ts'

export const systemRoutes = (system: SystemService) => [answer(settingsCalls.system, () => system.read())]
