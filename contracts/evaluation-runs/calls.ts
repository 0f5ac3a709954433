import { z } from 'zod'
import { DELETE, file, GET, groupCalls, messageOnly, POST, paged, sentences } from '../call.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { TaskSchema } from '../evaluation-projects/task.ts'
import { CALLS_PER_MINUTE, RUNS, TASKS, TEXT } from '../limits.ts'
import { EVENT_STREAM_TYPE, XLSX_TYPE } from '../mime-types.ts'
import { pageNumber } from '../pagination.ts'
import { ComparableRunSchema, RunComparisonSchema } from './comparison.ts'
import { RUN_MESSAGES as MESSAGES } from './messages.ts'
import {
  ReadRunSchema,
  RunCreateSchema,
  RunFailureSchema,
  RunReadingSchema,
  RunSchema,
  RunSummarySchema,
  RunTrialSchema,
  RunUsageSchema,
  TaskTrySchema,
  TrialReadingSchema,
} from './run.ts'
import { CONNECTION_CHANGES, RUN_EXPORT_FORMATS, TRIAL_OUTCOMES } from './statuses.ts'

const id = z.string().max(TEXT.word)
const ProjectParamsSchema = z.object({ id: id.describe('评估项目编号。') })
const RunParamsSchema = ProjectParamsSchema.extend({ run: id.describe('运行编号。') })

/** The owner's calls return 404 to everyone else, staff and judges included. */
const OWNED = { access: 'signed-in', failures: ['notFound'] } as const
const CHANGED = {
  access: 'signed-in',
  failures: ['notFound', 'conflict'],
  params: RunParamsSchema,
  reply: RunSchema,
} as const

export const runCalls = groupCalls('实测运行', '由平台向已连接的候选逐题提问、检查并计数。只有项目的负责人可见。', {
  list: GET('/api/evaluation/projects/:id/runs', {
    keys: 'own-projects:read',
    ...OWNED,
    params: ProjectParamsSchema,
    reply: z.array(RunSummarySchema),
    summary: '列出项目的运行',
  }),
  create: POST('/api/evaluation/projects/:id/runs', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict', 'forbidden'],
    params: ProjectParamsSchema,
    callsPerMinute: CALLS_PER_MINUTE.invite,
    body: RunCreateSchema,
    example: { repeats: 3, limits: { calls: 500, minutes: 60 }, seed: 1 },
    reply: RunSchema,
    summary: '开始一次运行',
    description: sentences(
      '试次按种子打乱，各候选交替提问；每个试次是一段新的对话。',
      '服务器重启后继续；关闭页面不影响运行，结束时发邮件给负责人。',
    ),
  }),
  tryTask: POST('/api/evaluation/projects/:id/connections/:candidate/task-try', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict', 'forbidden'],
    params: ProjectParamsSchema.extend({ candidate: id.describe('候选的键名。') }),
    callsPerMinute: CALLS_PER_MINUTE.probe,
    body: z.object({ task: TaskSchema.describe('不必已保存。') }),
    example: { task: { key: 'q1', title: '退款几天到账？', acceptance: '', checks: [{ kind: 'number', value: 7 }] } },
    reply: TaskTrySchema,
    summary: '试一个任务：向一个候选提问，并检查回答',
    description: sentences(
      '与运行的一个试次一样提问与检查，不保存，不计入任何结果。',
      '智能体出错时 `outcome` 为 `error`，`reason` 为原因。',
      '每个账号每天、每个地址每分钟的次数有上限，超过时返回429。',
    ),
  }),
  get: GET('/api/evaluation/projects/:id/runs/:run', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    reply: RunSchema,
    summary: '读取一次运行',
  }),
  watch: GET('/api/evaluation/projects/:id/runs/:run/events', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    callsPerMinute: CALLS_PER_MINUTE.watch,
    reply: file(EVENT_STREAM_TYPE),
    summary: '接收一次运行的进度（Server-Sent Events）',
    description: sentences(
      '有变化时发送一个事件，数据为 `{ status, finishedAt, calls, decided }`；没有变化时不发送。',
      '连接在几分钟后由服务器结束，请重新连接。',
    ),
  }),
  pause: POST('/api/evaluation/projects/:id/runs/:run/pause', {
    keys: 'own-projects:write',
    ...CHANGED,
    summary: '暂停运行',
    description: '正在进行的对话会完成。',
  }),
  resume: POST('/api/evaluation/projects/:id/runs/:run/resume', {
    keys: 'own-projects:write',
    ...CHANGED,
    summary: '继续运行',
    description: '有候选的连接在运行中改变时返回409；请先改回，或说明如何继续。',
  }),
  acceptConnections: POST('/api/evaluation/projects/:id/runs/:run/changed-connections', {
    keys: 'own-projects:write',
    ...CHANGED,
    body: z.object({
      change: z
        .enum(CONNECTION_CHANGES)
        .describe('`continue`：其余试次用新连接；`askAgain`：这些候选的全部试次用新连接重问，原来的回答不再保留。'),
    }),
    example: { change: 'continue' },
    summary: '说明连接改变的候选如何继续，并继续运行',
  }),
  cancel: POST('/api/evaluation/projects/:id/runs/:run/cancel', {
    keys: 'own-projects:write',
    ...CHANGED,
    summary: '取消运行',
    description: '已有的结果保留，其余不再提问。',
  }),
  retry: POST('/api/evaluation/projects/:id/runs/:run/retry', {
    keys: 'own-projects:write',
    ...CHANGED,
    summary: '重试出错与到达上限的试次',
    description: '各项上限从头计算。',
  }),
  addRepeats: POST('/api/evaluation/projects/:id/runs/:run/repeats', {
    keys: 'own-projects:write',
    ...CHANGED,
    body: z.object({
      repeats: z
        .int()
        .min(2)
        .max(TASKS.repeats)
        .describe('每个任务一共问几次，须多于现在的；另有规定的任务增加同样的次数。'),
    }),
    example: { repeats: 5 },
    summary: '给已结束的运行追加次数',
    description: '已有的结果保留，只问追加的；到达上限与取消时没有问的也一并再问，各项上限从头计算。',
  }),
  remove: DELETE('/api/evaluation/projects/:id/runs/:run', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict'],
    params: RunParamsSchema,
    reply: messageOnly,
    message: MESSAGES.removed,
    summary: '删除一次运行，连同它的全部回复',
  }),
  listTrials: GET('/api/evaluation/projects/:id/runs/:run/trials', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    query: z.object({
      page: pageNumber.default(1),
      candidate: KeySchema.optional().describe('候选的键名。'),
      task: KeySchema.optional().describe('任务的键名。'),
      outcome: z.enum(TRIAL_OUTCOMES).optional().describe('试次的结果。'),
    }),
    reply: paged(RunTrialSchema),
    summary: '列出有结果的试次',
  }),
  listFailures: GET('/api/evaluation/projects/:id/runs/:run/failures', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    reply: z.array(RunFailureSchema),
    summary: '按检查与原因汇总未通过与出错的试次',
    description: `次数多的在前，最多${RUNS.failures}项。`,
  }),
  getUsage: GET('/api/evaluation/projects/:id/runs/:run/usage', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    reply: z.array(RunUsageSchema),
    summary: '读取各候选平均每个试次的Token用量',
    description: '没有说过用量的候选不列出。',
  }),
  compare: GET('/api/evaluation/projects/:id/runs/:run/comparison/:other', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema.extend({ other: id.describe('另一次运行的编号。') }),
    reply: RunComparisonSchema,
    summary: '与另一次运行比较：同样的任务，逐题变化',
    description: sentences(
      '同一项目的任务按键名对应，自己的其他项目的按题库中的同一任务对应，候选按产品或名称对应；',
      '两次之间改过的任务只列出，不比较。',
    ),
  }),
  listComparable: GET('/api/evaluation/projects/:id/runs/:run/comparable', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    reply: z.array(ComparableRunSchema),
    summary: '列出自己的其他项目中可以比较的运行',
    description: `问过题库中同样的任务、候选相同，并且已结束；在最近${RUNS.comparable}次中查找。`,
  }),
  export: GET('/api/evaluation/projects/:id/runs/:run/export', {
    keys: 'own-projects:read',
    ...OWNED,
    params: RunParamsSchema,
    query: z.object({ format: z.enum(RUN_EXPORT_FORMATS).default('jsonl').describe('文件格式。') }),
    reply: file('application/jsonl', 'text/csv', XLSX_TYPE),
    summary: '导出一次运行的全部试次',
  }),
})

const READ = { access: 'public', failures: ['notFound'], callsPerMinute: CALLS_PER_MINUTE.score } as const
const ReadParamsSchema = z.object({ run: id.describe('运行编号。') })

export const runReadingCalls = groupCalls(
  '实测运行（只读）',
  '凭只读链接查看项目的运行，或公开的示例项目的运行。定稿之前不含密封的任务；不含智能体的地址。',
  {
    list: POST('/api/evaluation/readings/runs', {
      ...READ,
      body: RunReadingSchema,
      reply: z.array(RunSummarySchema),
      summary: '列出已结束的运行',
      description: '回答正在由评委盲读的运行不列出。',
    }),
    get: POST('/api/evaluation/readings/runs/:run', {
      ...READ,
      params: ReadParamsSchema,
      body: RunReadingSchema,
      reply: ReadRunSchema,
      summary: '查看一次运行',
    }),
    listTrials: POST('/api/evaluation/readings/runs/:run/trials', {
      ...READ,
      params: ReadParamsSchema,
      body: TrialReadingSchema,
      example: { task: 'task-1', candidate: 'candidate-1' },
      reply: paged(RunTrialSchema),
      summary: '查看一个任务在一个候选上的试次',
    }),
    listFailures: POST('/api/evaluation/readings/runs/:run/failures', {
      ...READ,
      params: ReadParamsSchema,
      body: RunReadingSchema,
      reply: z.array(RunFailureSchema),
      summary: '查看未通过与出错的原因',
    }),
  },
)
