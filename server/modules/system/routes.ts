import { settingsCalls } from '#contracts/settings/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { SystemService } from './service.ts'

export const systemRoutes = (system: SystemService) => [defineRoute(settingsCalls.getSystem, () => system.getStatus())]
