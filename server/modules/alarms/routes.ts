import { describeAlarmTest } from '#contracts/alarms/alarm.ts'
import { alarmCalls } from '#contracts/alarms/calls.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { AlarmService } from './service.ts'

/** Routes for administrators: current alarms, and a test. */
export const alarmRoutes = (alarms: AlarmService) => [
  defineRoute(alarmCalls.list, () => alarms.list()),
  defineRoute(alarmCalls.test, async () => {
    const outcome = await alarms.sendTest()
    return withMessage(describeAlarmTest(outcome), outcome)
  }),
]
