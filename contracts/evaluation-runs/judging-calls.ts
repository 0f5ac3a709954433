import { z } from 'zod'
import { ConnectionSaveSchema, ConnectionSchema, ProbeRequestSchema, ProbeSchema } from '../agents/connection.ts'
import { AGENT_MESSAGES } from '../agents/messages.ts'
import { DELETE, envelope, file, GET, groupCalls, messageOnly, POST, PUT, sentences } from '../call.ts'
import { BODY, CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import { EVENT_STREAM_TYPE } from '../mime-types.ts'
import { JUDGE_KAPPA_MIN } from '../rules/evaluation/judge-validity.ts'
import {
  JudgeModelSchema,
  JudgingSchema,
  JudgingStartSchema,
  PairJudgingSchema,
  PairVerdictSchema,
  RubricSchema,
} from './judging.ts'

const id = z.string().max(TEXT.word)
const ProjectParamsSchema = z.object({ id: id.describe('评估项目编号。') })
const RunParamsSchema = ProjectParamsSchema.extend({ run: id.describe('运行编号。') })

/** The owner's calls return 404 to everyone else, staff and judges included. */
const OWNED = { access: 'signed-in', failures: ['notFound'], params: ProjectParamsSchema } as const
const CHANGED = {
  access: 'signed-in',
  failures: ['notFound', 'conflict'],
  params: RunParamsSchema,
  reply: JudgingSchema,
} as const

export const judgeModelCalls = groupCalls(
  '裁判模型',
  '由一个大模型按评分标准判定候选的回答。与人的判定足够一致之前，只作参考。只有项目的负责人可见。',
  {
    get: GET('/api/evaluation/projects/:id/judge-model', {
      keys: 'own-projects:read',
      ...OWNED,
      reply: envelope({
        data: JudgeModelSchema,
        connection: ConnectionSchema.nullable(),
        isEnabled: z.boolean().describe('本站是否启用实测。'),
      }),
      summary: '读取项目的裁判模型',
    }),
    save: PUT('/api/evaluation/projects/:id/judge-model', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'forbidden', 'conflict'],
      params: ProjectParamsSchema,
      body: ConnectionSaveSchema,
      example: { kind: 'openai', url: 'https://api.deepseek.com/v1', model: 'deepseek-chat', secret: 'sk-…' },
      reply: ConnectionSchema,
      etag: 'checked',
      summary: '连接裁判模型，或修改它的连接',
      description: sentences('字段与候选的连接相同。', '地址、接口或模型改变后，此前的验证与判定作废。'),
    }),
    remove: DELETE('/api/evaluation/projects/:id/judge-model', {
      keys: 'own-projects:write',
      ...OWNED,
      reply: messageOnly,
      message: AGENT_MESSAGES.removed,
      summary: '删除裁判模型的连接，连同密钥',
      description: '它的判定不再计入。',
    }),
    probe: POST('/api/evaluation/projects/:id/judge-model/probe', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'forbidden', 'conflict'],
      params: ProjectParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.probe,
      body: ProbeRequestSchema,
      example: { message: '1加1等于几？' },
      reply: ProbeSchema,
      summary: '试一次：向裁判模型提一个问题',
    }),
    saveRubric: PUT('/api/evaluation/projects/:id/judge-model/rubric', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: RubricSchema,
      example: { rubric: '答案与期望一致，语气客气，没有编造。' },
      reply: JudgeModelSchema,
      etag: 'checked',
      summary: '保存评分标准',
      description: '改变后，此前的验证与判定作废。',
    }),
    judgePair: POST('/api/evaluation/projects/:id/judge-model/pair', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'forbidden', 'conflict'],
      params: ProjectParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.probe,
      bodyLimit: BODY.form,
      body: PairJudgingSchema,
      example: { messages: ['退款几天到账？'], expected: '7个工作日', a: '7个工作日内到账。', b: '请联系人工客服。' },
      reply: PairVerdictSchema,
      summary: '比较两份回答，哪一份更好',
      description: sentences(
        '两种先后次序各问一次，判定不同的算平局。',
        '不保存任何内容；裁判模型没有回复时返回400与原因。',
      ),
    }),
    getJudging: GET('/api/evaluation/projects/:id/runs/:run/judging', {
      keys: 'own-projects:read',
      access: 'signed-in',
      failures: ['notFound'],
      params: RunParamsSchema,
      reply: JudgingSchema,
      summary: '读取裁判模型对一次运行的判定与验证',
      description: `与人的判定的一致程度（Cohen κ）达到${JUDGE_KAPPA_MIN}、且共同判定过的回答足够多时，它的判定计入等待判定的试次；不改变检查与人的判定。`,
    }),
    watchJudging: GET('/api/evaluation/projects/:id/runs/:run/judging/events', {
      keys: 'own-projects:read',
      access: 'signed-in',
      failures: ['notFound'],
      params: RunParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.watch,
      reply: file(EVENT_STREAM_TYPE),
      summary: '接收裁判模型判定的进度（Server-Sent Events）',
      description: sentences(
        '有变化时发送一个事件，数据为 `{ status, finishedAt, calls, decided }`；没有变化时不发送。',
        '判定计入之后才算结束；没有判定时立即结束。',
      ),
    }),
    judge: PUT('/api/evaluation/projects/:id/runs/:run/judging', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict', 'forbidden'],
      params: RunParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: JudgingStartSchema,
      example: { withoutChecks: true, limits: { calls: 500, minutes: 60 }, retries: 2 },
      reply: JudgingSchema,
      summary: '把一次运行的回答交给裁判模型判定',
      description: sentences(
        '包括检查要它判定的回答，与人判定过、可用来验证的回答；已经判过的不再判。',
        '出错的与到达上限的重新判。服务器重启后继续。',
      ),
    }),
    pauseJudging: POST('/api/evaluation/projects/:id/runs/:run/judging/pause', {
      keys: 'own-projects:write',
      ...CHANGED,
      summary: '暂停裁判模型的判定',
    }),
    resumeJudging: POST('/api/evaluation/projects/:id/runs/:run/judging/resume', {
      keys: 'own-projects:write',
      ...CHANGED,
      summary: '继续裁判模型的判定',
    }),
    cancelJudging: POST('/api/evaluation/projects/:id/runs/:run/judging/cancel', {
      keys: 'own-projects:write',
      ...CHANGED,
      summary: '取消裁判模型的判定',
      description: '已有的判定保留。',
    }),
  },
)
