import { groupCalls, POST } from '../call.ts'
import { BODY, CALLS_PER_MINUTE } from '../limits.ts'
import { CheckReplySchema, CheckRequestSchema } from './check.ts'

export const evaluationCheckCalls = groupCalls(
  '回答检查',
  '按规则判定智能体的回答，供任何人的工具调用：不登录、不保存任何数据。',
  {
    check: POST('/api/evaluation/checks', {
      access: 'public',
      callsPerMinute: CALLS_PER_MINUTE.checks,
      bodyLimit: BODY.form,
      body: CheckRequestSchema,
      example: {
        reply: '退款将在7个工作日内到账。',
        checks: [
          { kind: 'contains', value: '退款' },
          { kind: 'number', value: 7 },
        ],
      },
      reply: CheckReplySchema,
      summary: '按检查项判定一份回答，逐项说明理由',
      description: '须由人或裁判模型判定的检查项不判定。',
    }),
  },
)
