import { alarmCalls } from '#contracts/alarms/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { AlarmService } from './service.ts'

export const alarmRoutes = (alarms: AlarmService) => [
  answer(alarmCalls.test, () => alarms.test()),
  answer(alarmCalls.signingKey, () => ({ key: alarms.getSigningKey() })),
]
