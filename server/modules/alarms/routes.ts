import { alarmCalls } from '#contracts/alarms/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AlarmService } from './service.ts'

/** Routes for administrators: past alarms, a test, and the key with which webhooks are signed. */
export const alarmRoutes = (alarms: AlarmService) => [
  defineRoute(alarmCalls.list, () => alarms.list()),
  defineRoute(alarmCalls.test, () => alarms.sendTest()),
  defineRoute(alarmCalls.signingKey, () => ({ key: alarms.getSigningKey() })),
]
