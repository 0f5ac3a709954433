import { alarmCalls } from '#contracts/alarms/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { AlarmService } from './service.ts'

export const alarmRoutes = (alarms: AlarmService) => [
  handle(alarmCalls.test, () => alarms.test()),
  handle(alarmCalls.signingKey, () => ({ key: alarms.getSigningKey() })),
]
