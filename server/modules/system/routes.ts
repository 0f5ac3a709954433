import { settingsCalls } from '#contracts/settings/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { SystemService } from './service.ts'

export const systemRoutes = (system: SystemService) => [handle(settingsCalls.system, () => system.getStatus())]
