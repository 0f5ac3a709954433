import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, sentences } from '../call.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
import { pathId } from '../path-id.ts'
import { ColleagueCreateSchema, ColleaguesSchema, SuccessionsSchema } from './colleague.ts'
import { COLLEAGUE_MESSAGES as MESSAGES } from './messages.ts'
import { SHARED_KIND_NAMES } from './roles.ts'

const params = z.object({
  kind: z.enum(SHARED_KIND_NAMES).describe('`project`：评估项目；`shortlist`：选型清单；`inquiry`：征询。'),
  id: pathId('评估项目、清单或征询的编号。'),
})
const colleagueParams = params.extend({ colleague: pathId('协作者编号。') })
const SHARED = { access: 'signed-in', failures: ['notFound', 'forbidden', 'conflict'], params } as const

/** Calls about those who work on an item together; everybody else gets 404. */
export const colleagueCalls = groupCalls(
  '协作者',
  '评估项目、选型清单与征询的共同所有人与秘书：以邮箱邀请，可以移除、退出，也可以把项目移交给其中一位。',
  {
    list: GET('/api/colleagues/:kind/:id', { ...SHARED, reply: ColleaguesSchema, summary: '列出协作者' }),
    invite: POST('/api/colleagues/:kind/:id', {
      ...SHARED,
      hasIdempotencyKey: true,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: ColleagueCreateSchema,
      example: { email: 'colleague@example.com', role: 'secretary' },
      reply: ColleaguesSchema,
      message: MESSAGES.invited,
      summary: '以邮箱邀请协作者',
      description: sentences(
        '对方收到邮件，用验证过这个邮箱的账号登录后即可打开。',
        '共同所有人可以做移交与删除之外的一切；秘书可以准备、邀请、运行、导入与导出，不能打分、推进阶段，也不能单独开启回答。',
      ),
    }),
    remove: DELETE('/api/colleagues/:kind/:id/:colleague', {
      ...SHARED,
      params: colleagueParams,
      reply: messageOnly,
      summary: '移除协作者，或自己退出',
    }),
    offerHandover: POST('/api/colleagues/:kind/:id/:colleague/handover', {
      ...SHARED,
      hasIdempotencyKey: true,
      params: colleagueParams,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      reply: ColleaguesSchema,
      message: MESSAGES.offered,
      summary: '请一位协作者接手',
      description: '只有负责人可以。对方接受后成为负责人，原负责人成为共同所有人。',
    }),
    withdrawHandover: DELETE('/api/colleagues/:kind/:id/:colleague/handover', {
      ...SHARED,
      params: colleagueParams,
      reply: ColleaguesSchema,
      message: MESSAGES.withdrawn,
      summary: '撤回移交',
    }),
    answerHandover: POST('/api/colleagues/:kind/:id/handover', {
      ...SHARED,
      hasIdempotencyKey: true,
      body: z.object({ isAccepted: z.boolean() }),
      reply: ColleaguesSchema,
      summary: '接手，或谢绝接手',
    }),
    listSuccessions: GET('/api/colleagues/successions', {
      access: 'signed-in',
      reply: SuccessionsSchema,
      summary: '列出自己的评估项目、清单与征询，以及注销账号后由谁接手',
    }),
  },
)
