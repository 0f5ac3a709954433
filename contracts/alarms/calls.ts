import { z } from 'zod'
import { GET, groupCalls, POST } from '../call.ts'
import { ActiveAlarmSchema, AlarmTestSchema } from './alarm.ts'
import { ALARM_MESSAGES } from './messages.ts'

export const alarmCalls = groupCalls(
  '告警',
  '正在发生的告警与测试；收件人在系统设置的“运维”一栏，Webhook订阅 `alarm.raised` 与 `alarm.resolved`。',
  {
    list: GET('/api/alarms', {
      access: 'settings:read',
      reply: z.array(ActiveAlarmSchema),
      summary: '列出正在发生的告警',
      description: '与系统状态中的 `alarms` 相同，最早的在前。',
    }),
    test: POST('/api/alarms/test', {
      access: 'settings:write',
      callsPerMinute: 6,
      reply: AlarmTestSchema,
      message: ALARM_MESSAGES.tested,
      summary: '发送测试告警',
      description:
        '按已保存的告警设置，向收件人发送邮件，并向订阅告警的Webhook发送一次 `webhook.test`；返回各自的结果。',
    }),
  },
)
