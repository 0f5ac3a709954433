import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, noContent, POST, sentences } from '../call.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { BODY, CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import { RUN_MESSAGES as MESSAGES } from './messages.ts'
import { RunSchema } from './run.ts'
import {
  NewRunnerTokenSchema,
  RunnerCallSchema,
  RunnerClaimSchema,
  RunnerConnectionSchema,
  RunnerJobSchema,
  RunnerReceiptSchema,
  RunnerReleaseSchema,
  RunnerRenewalSchema,
  RunnerResultsSchema,
  RunnerTokenCreateSchema,
  RunnerTokenSchema,
  RunnerTrialSchema,
} from './runner.ts'
import { RUN_ASKERS } from './statuses.ts'

const id = z.string().max(TEXT.word)
const RunParamsSchema = z.object({ id: id.describe('评估项目编号。'), run: id.describe('运行编号。') })

export const runnerTokenCalls = groupCalls(
  '执行器令牌',
  '一次运行可以交给自有网络中的执行器提问；执行器凭令牌认领试次。只有项目的负责人可见。',
  {
    assign: POST('/api/evaluation/projects/:id/runs/:run/asker', {
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: RunParamsSchema,
      body: z.object({ asker: z.enum(RUN_ASKERS).describe('`runner` 由执行器提问，`platform` 由平台提问。') }),
      example: { asker: 'runner' },
      reply: RunSchema,
      summary: '决定一次运行由谁提问',
      description: '已经认领的试次由原来的一方问完。',
    }),
    list: GET('/api/evaluation/projects/:id/runs/:run/runner-tokens', {
      access: 'signed-in',
      failures: ['notFound'],
      params: RunParamsSchema,
      reply: z.array(RunnerTokenSchema),
      summary: '列出一次运行的执行器令牌',
    }),
    create: POST('/api/evaluation/projects/:id/runs/:run/runner-tokens', {
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: RunParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: RunnerTokenCreateSchema,
      example: { hours: 24, canReadKeys: false },
      reply: NewRunnerTokenSchema,
      summary: '创建执行器令牌',
      description: '令牌只在这时给出一次，只用于这次运行，到期失效。',
    }),
    revoke: DELETE('/api/evaluation/projects/:id/runs/:run/runner-tokens/:token', {
      access: 'signed-in',
      failures: ['notFound'],
      params: RunParamsSchema.extend({ token: id.describe('令牌编号。') }),
      reply: messageOnly,
      message: MESSAGES.runnerTokenRevoked,
      summary: '撤销执行器令牌',
    }),
  },
)

/** Calls of runners. They carry a token of a run, which the service checks. */
const RUNNER = {
  access: 'public',
  hasOwnToken: true,
  failures: ['unauthenticated', 'forbidden'],
  callsPerMinute: CALLS_PER_MINUTE.runner,
  limitGroup: 'runner',
} as const

export const runnerCalls = groupCalls(
  '执行器',
  '执行器凭一次运行的令牌调用；令牌放在请求头Authorization中，前面加Bearer。',
  {
    getJob: GET('/api/evaluation/runner/run', {
      ...RUNNER,
      reply: RunnerJobSchema,
      summary: '读取要做的运行与进度',
    }),
    getConnection: GET('/api/evaluation/runner/connections/:candidate', {
      ...RUNNER,
      failures: ['unauthenticated', 'forbidden', 'notFound'],
      params: z.object({ candidate: KeySchema.describe('候选的键名。') }),
      reply: RunnerConnectionSchema,
      summary: '读取平台保存的一个连接',
      description: '密钥只给允许取用密钥的令牌。执行器自备连接的候选不会读取。',
    }),
    claim: POST('/api/evaluation/runner/claims', {
      ...RUNNER,
      failures: ['unauthenticated', 'forbidden', 'conflict'],
      body: RunnerClaimSchema,
      example: {
        candidate: 'a',
        count: 2,
        connection: { fingerprint: '0'.repeat(64), maxConcurrency: 5, perMinute: 60, costPerCall: 0 },
      },
      reply: z.array(RunnerTrialSchema),
      summary: '认领一个候选的几个试次',
      description: sentences(
        '认领时，每个试次的第一次调用已经计数；每分钟的次数用完时返回429。',
        '没有可认领的试次时为空。认领在60秒后失效，须续期。',
      ),
    }),
    countCall: POST('/api/evaluation/runner/calls', {
      ...RUNNER,
      failures: ['unauthenticated', 'forbidden', 'conflict'],
      body: RunnerCallSchema,
      example: { claim: '2f8a3c9e-0c5e-4a5e-9b0e-3a8c1f0d7b61', isRetry: false, perMinute: 60 },
      reply: noContent,
      summary: '在重试与后续消息之前计数',
      description: sentences(
        '第一次调用在认领时已经计数。',
        '超过每分钟的次数时返回429；认领已失效、运行已取消或到达调用次数的上限时返回409。',
      ),
    }),
    handIn: POST('/api/evaluation/runner/results', {
      ...RUNNER,
      body: RunnerResultsSchema,
      bodyLimit: BODY.document,
      example: {
        results: [
          {
            claim: '2f8a3c9e-0c5e-4a5e-9b0e-3a8c1f0d7b61',
            host: '10.0.0.5:8000',
            queueMs: 1_200,
            conversation: {
              reply: '退款将在7个工作日内到账。',
              isReplyCut: false,
              reasoning: '',
              steps: [],
              firstTokenMs: 320,
              totalMs: 1_480,
              usage: { input: 52, output: 18 },
              cost: null,
              model: 'qwen3-32b',
              attempts: 1,
              problem: null,
            },
          },
        ],
      },
      reply: z.array(RunnerReceiptSchema),
      summary: '交回结果',
      description: '检查由服务器进行。同一认领交回多次，只计一次。',
    }),
    release: POST('/api/evaluation/runner/releases', {
      ...RUNNER,
      body: RunnerReleaseSchema,
      example: { claim: '2f8a3c9e-0c5e-4a5e-9b0e-3a8c1f0d7b61', begun: 0, unmade: 1, isRefused: false },
      reply: noContent,
      summary: '放弃一个认领',
    }),
    renew: POST('/api/evaluation/runner/renewals', {
      ...RUNNER,
      body: RunnerRenewalSchema,
      example: { claims: ['2f8a3c9e-0c5e-4a5e-9b0e-3a8c1f0d7b61'] },
      reply: noContent,
      summary: '续期认领',
    }),
    pause: POST('/api/evaluation/runner/pause', {
      ...RUNNER,
      body: z.object({ candidate: KeySchema }),
      example: { candidate: 'a' },
      reply: noContent,
      summary: '因一个候选连续拒绝密钥而暂停运行',
    }),
  },
)
