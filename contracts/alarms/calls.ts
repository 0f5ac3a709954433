import { z } from 'zod'
import { GET, groupCalls, POST, sentences } from '../call.ts'
import { ActiveAlarmSchema, AlarmTestSchema } from './alarm.ts'
import { ALARM_MESSAGES } from './messages.ts'

export const alarmCalls = groupCalls('告警', '正在发生的告警、测试与签名密钥；收件人与地址在系统设置的“运维”一栏。', {
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
    description: '按已保存的告警设置，向收件人发送邮件，并向Webhook地址发送一次 `alarm.test`；返回各自的结果。',
  }),
  signingKey: GET('/api/alarms/signing-key', {
    access: 'settings:write',
    reply: z.object({ key: z.string() }),
    summary: '读取Webhook的签名密钥',
    description: sentences(
      '按Standard Webhooks的格式（`whsec_…`），用于核对 `webhook-signature`。',
      '由 `APP_SECRET` 派生，更换后随之改变。',
    ),
  }),
})
