/** A run: tasks × candidates × repeats, asked under limits; a trial is one conversation of it. */
import { z } from 'zod'
import { AgentStepSchema, UsageSchema } from '../agents/connection.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { ReliabilityReplySchema } from '../evaluation-analysis/reliability.ts'
import { CheckReplySchema } from '../evaluation-checks/check.ts'
import { text } from '../fields.ts'
import { EVALUATION_ANALYSIS, RUNS, TASKS, TEXT } from '../limits.ts'
import type { ReliabilityFigure } from '../rules/evaluation/reliability.ts'
import { JudgementSchema } from './judgement.ts'
import { RUN_ASKERS, RUN_STATUSES, TRIAL_DECIDERS, TRIAL_OUTCOMES } from './statuses.ts'

export const LimitsSchema = z
  .object({
    calls: z.int().min(1).max(RUNS.calls.max).default(RUNS.calls.initial).describe('调用次数，多轮与重试都计入。'),
    minutes: z.int().min(1).max(RUNS.minutes.max).default(RUNS.minutes.initial),
    cost: z.number().positive().max(RUNS.costMax).optional().describe('元；不知道费用的调用不计入。'),
  })
  .prefault({})
export type RunLimits = z.infer<typeof LimitsSchema>

export const RunCreateSchema = z
  .object({
    id: z.uuid('请输入UUID').optional().describe('运行的编号，由调用方生成。已有的编号不再新建。'),
    title: text(TEXT.line),
    tasks: z.array(KeySchema).max(TASKS.max).optional().describe('任务的键名；不填为全部。'),
    candidates: z.array(KeySchema).max(EVALUATION_ANALYSIS.candidates).optional().describe('不填为已连接的全部候选。'),
    repeats: z.int().min(1).max(TASKS.repeats).default(RUNS.repeats).describe('每个任务问几次，任务另有规定的除外。'),
    limits: LimitsSchema,
    retries: z.int().min(0).max(RUNS.retries.max).default(RUNS.retries.initial).describe('一次调用失败后再试几次。'),
    askAgain: z.boolean().default(true).describe('没有收到回复的问题是否重问；智能体的动作有后果时应为 `false`。'),
    seed: z.int().min(0).max(RUNS.seedMax).default(1).describe('决定提问的顺序。'),
    asker: z.enum(RUN_ASKERS).default('platform').describe('`runner` 由自有网络中的执行器提问，候选不必在平台上连接。'),
  })
  .meta({ id: 'EvaluationRunCreate' })
export type RunCreate = z.infer<typeof RunCreateSchema>

const rate = z.number().min(0).max(1).nullable()

const CandidateFiguresSchema = z.object({
  key: z.string(),
  name: z.string(),
  planned: z.int(),
  finished: z.int().describe('已有结果的试次，不论什么结果。'),
  decided: z.int().describe('通过与未通过的试次。'),
  passed: z.int(),
  rateOfPlanned: rate.describe('通过 / 计划。'),
  rateOfDecided: rate.describe('通过 / 已判定。'),
  interval: z.tuple([z.number(), z.number()]).nullable().describe('后者的Wilson 95%区间。'),
  passHat: z.array(z.number()).describe('pass^1、pass^2……，只按已判定的试次。'),
  firstTokenMedian: z.number().nullable().describe('毫秒。'),
  secondsMedian: z.number().nullable(),
  secondsP95: z.number().nullable(),
  cost: z.number().nullable().describe('元；没有一次知道费用时为空。'),
  unknownCosts: z.int().optional().describe('不知道费用的已判定试次，没有计入 `cost`；早先的报告没有这一项。'),
  byRunner: z.int().describe('有结果的试次中，由执行器在自有网络提问的。'),
  connections: z.int().describe('结果来自几个连接；大于1时，连接在运行中改过。'),
  reliability: ReliabilityReplySchema.shape.candidates.element
    .omit({ key: true })
    .extend({
      restsOn: z
        .object({
          outcomeConsistency: z.int(),
          sequenceConsistency: z.int(),
          timeConsistency: z.int(),
          costConsistency: z.int(),
          robustness: z.int(),
          safety: z.int(),
        } satisfies Record<ReliabilityFigure, z.ZodInt>)
        .optional()
        .describe('各项所依据的任务数；早先的报告没有这一项。'),
    })
    .nullable()
    .describe('不足5个任务各有3次判定的项为 `null`；没有一项可以计算时整个为 `null`。'),
})
export type CandidateFigures = z.infer<typeof CandidateFiguresSchema>

export const OutcomeCountsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  error: z.int(),
  limited: z.int(),
  unscored: z.int(),
})
export type OutcomeCounts = z.infer<typeof OutcomeCountsSchema>

export const RunSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(RUN_STATUSES),
    statusReason: z.string(),
    asker: z.enum(RUN_ASKERS),
    isWaiting: z.boolean().describe('还在等待执行器：没有开始提问，时间还没有开始计。'),
    planned: z.int(),
    outcomes: OutcomeCountsSchema,
    calls: z.int(),
    cost: z.number().nullable(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'EvaluationRunSummary' })
export type RunSummary = z.infer<typeof RunSummarySchema>

/** One cell of the matrix: the trials of a task with a candidate. */
const CellSchema = z.object({
  task: z.string(),
  candidate: z.string(),
  planned: z.int(),
  outcomes: OutcomeCountsSchema,
})

export const RunSchema = RunSummarySchema.extend({
  repeats: z.int(),
  retries: z.int(),
  askAgain: z.boolean(),
  seed: z.int(),
  limits: z.object({ calls: z.int(), minutes: z.int(), cost: z.number().optional() }),
  tasks: z.array(z.object({ key: z.string(), title: z.string() })),
  candidates: z.array(CandidateFiguresSchema),
  cells: z.array(CellSchema),
  unknownCosts: z.int().describe('问过而不知道费用的试次（含出错的），没有计入 `cost`。'),
  changedConnections: z
    .array(z.string())
    .describe('进行中或暂停的运行中，连接与已问的不同的候选的键名；须先决定如何继续。'),
}).meta({ id: 'EvaluationRun' })
export type Run = z.infer<typeof RunSchema>

/** A run as readers see it. */
export const ReadRunSchema = RunSchema.extend({
  sealedTasks: z.int().describe('密封的任务数：定稿之前不列出，但计入各候选的数字。'),
}).meta({ id: 'EvaluationReadRun' })
export type ReadRun = z.infer<typeof ReadRunSchema>

/** How often trials of a candidate failed for the same reason: a check, or an error of the agent. */
export const RunFailureSchema = z
  .object({
    candidate: z.string(),
    kind: z.string().describe('检查的种类；智能体出错时为 `error`。'),
    reason: z.string(),
    count: z.int(),
  })
  .meta({ id: 'EvaluationRunFailure' })
export type RunFailure = z.infer<typeof RunFailureSchema>

/** What a trial of a candidate took on average. */
export const RunUsageSchema = z
  .object({
    candidate: z.string(),
    trials: z.int().describe('说了用量的试次。'),
    input: z.number().describe('平均每个试次的输入Token。'),
    output: z.number().describe('平均每个试次的输出Token。'),
  })
  .meta({ id: 'EvaluationRunUsage' })
export type RunUsage = z.infer<typeof RunUsageSchema>

export const RunTrialSchema = z
  .object({
    id: z.string(),
    task: z.string(),
    candidate: z.string(),
    repeat: z.int(),
    variant: z.int().describe('第几种其他问法；0为原来的。'),
    outcome: z.enum(TRIAL_OUTCOMES),
    decidedBy: z.enum(TRIAL_DECIDERS).nullable().describe('由谁判定通过或未通过；其他结果为空。'),
    reason: z.string().describe('出错、到达上限或待判定的原因。'),
    score: z.number().nullable(),
    messages: z.array(z.string()),
    earlierReplies: z.array(z.string()).default([]).describe('多轮对话中，此前各条消息的回答；`reply` 为最后一条的。'),
    reply: z.string(),
    isReplyCut: z.boolean().default(false).describe('回答过长，只保留了开头。'),
    reasoning: z.string(),
    steps: z.array(AgentStepSchema),
    checks: CheckReplySchema.shape.checks,
    queueMs: z.int().nullable(),
    firstTokenMs: z.int().nullable(),
    totalMs: z.int().nullable(),
    usage: UsageSchema.nullable(),
    cost: z.number().nullable(),
    attempts: z.int(),
    asker: z.enum(RUN_ASKERS).describe('由谁提问。'),
    isRepeated: z.boolean().describe('可能重复调用：此前一次提问的回复没有收到。'),
    host: z.string(),
    fingerprint: z
      .string()
      .nullable()
      .describe('所问连接的指纹：种类、地址、模型、智能体ID、模板、路径与密钥请求头名称的规范JSON的SHA-256。'),
    model: z.string().nullable(),
    finishedAt: z.iso.datetime(),
    judgement: JudgementSchema.nullable().describe('裁判模型的判定，是否计入见`decidedBy`；没有判定过时为空。'),
    hashVersion: z
      .literal([1])
      .default(1)
      .describe('`sha256` 所覆盖的各项的版本，每一版不再改变。第1版：除 `hashVersion` 与 `sha256` 外，以上各项。'),
    sha256: z.string().describe('`hashVersion` 这一版各项的规范JSON（RFC 8785）的SHA-256。'),
  })
  .meta({ id: 'EvaluationRunTrial' })
export type RunTrial = z.infer<typeof RunTrialSchema>

/** What one conversation about a task comes to, which counts towards nothing and isn't stored. */
export const TaskTrySchema = RunTrialSchema.pick({
  outcome: true,
  reason: true,
  score: true,
  messages: true,
  earlierReplies: true,
  reply: true,
  isReplyCut: true,
  reasoning: true,
  steps: true,
  checks: true,
  firstTokenMs: true,
  totalMs: true,
  usage: true,
  cost: true,
  model: true,
}).meta({ id: 'EvaluationTaskTry' })
export type TaskTry = z.infer<typeof TaskTrySchema>

export const RunReadingSchema = z.object({
  token: z.string().min(1).max(TEXT.line).optional().describe('只读链接中的密钥；不填为公开的示例项目。'),
})
export const TrialReadingSchema = RunReadingSchema.extend({
  task: KeySchema,
  candidate: KeySchema,
  page: z.int().min(1).default(1),
})
export type TrialReading = z.infer<typeof TrialReadingSchema>
