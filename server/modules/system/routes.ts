import { settingsCalls } from '#contracts/settings/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { SystemService } from './service.ts'

/** Back-office route of the status of the system. */
export const systemRoutes = (system: SystemService) => [defineRoute(settingsCalls.getSystem, () => system.getStatus())]
