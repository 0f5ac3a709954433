/** What a runner and the server say to each other: a program in a company's network that asks for the server. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { AgentStepSchema, ConnectionSchema, ReceivedUsageSchema } from '../agents/connection.ts'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { AGENTS, CHECKS, RUNNERS, RUNS, TASKS, TEXT, TRIAL_MEASURE_MAX } from '../limits.ts'
import { toStorableStart } from '../rules/storable-text.ts'
import { OutcomeCountsSchema } from './run.ts'
import { RUN_STATUSES } from './statuses.ts'

export const RunnerTokenCreateSchema = z
  .object({
    hours: z.int().min(1).max(RUNNERS.hours.max).default(RUNNERS.hours.initial).describe('几小时后失效。'),
    canReadKeys: z.boolean().default(false).describe('执行器能否取用平台保存的密钥；不能时，密钥由执行器自备。'),
  })
  .meta({ id: 'RunnerTokenCreate' })
export type RunnerTokenCreate = z.infer<typeof RunnerTokenCreateSchema>

export const RunnerTokenSchema = z
  .object({
    id: z.string(),
    canReadKeys: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RunnerToken' })
export type RunnerToken = z.infer<typeof RunnerTokenSchema>

/** A token as it is created: the only time that it is shown. */
export const NewRunnerTokenSchema = RunnerTokenSchema.extend({ token: z.string() }).meta({ id: 'NewRunnerToken' })

/** What a runner has to do, and how far its run is. */
export const RunnerJobSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    projectName: z.string(),
    title: z.string(),
    status: z.enum(RUN_STATUSES),
    statusReason: z.string(),
    planned: z.int(),
    outcomes: OutcomeCountsSchema,
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    retries: z.int(),
    seed: z.int(),
    candidates: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        isConnected: z.boolean().describe('平台上有没有它的连接；没有时，由执行器自备。'),
      }),
    ),
  })
  .meta({ id: 'RunnerJob' })
export type RunnerJob = z.infer<typeof RunnerJobSchema>

/** How a candidate is called by the connection that the platform stores. */
export const RunnerConnectionSchema = ConnectionSchema.pick({
  kind: true,
  url: true,
  model: true,
  botId: true,
  template: true,
  paths: true,
  timeoutMs: true,
  firstTokenTimeoutMs: true,
  maxConcurrency: true,
  perMinute: true,
  price: true,
})
  .extend({
    secret: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    hasKeys: z.boolean().describe('平台有没有保存密钥；令牌不能取用时，这里没有给出。'),
  })
  .meta({ id: 'RunnerConnection' })
export type RunnerConnection = z.infer<typeof RunnerConnectionSchema>

const ClaimSchema = z.uuid('请输入UUID')

/** What matters of the connection by which a candidate is asked. */
const AskedConnectionSchema = z.object({
  fingerprint: z.string().regex(/^[\da-f]{64}$/, '应为SHA-256的十六进制'),
  maxConcurrency: z.int().min(AGENTS.maxConcurrency.min).max(AGENTS.maxConcurrency.max),
  perMinute: z.int().min(AGENTS.perMinute.min).max(AGENTS.perMinute.max),
  costPerCall: z.number().min(0).max(AGENTS.price).describe('元；不知道时为0。'),
})
export type AskedConnection = z.infer<typeof AskedConnectionSchema>

export const RunnerClaimSchema = z
  .object({
    candidate: KeySchema,
    count: z.int().min(1).max(RUNNERS.claims).default(1).describe('最多认领几个试次。'),
    connection: AskedConnectionSchema,
  })
  .meta({ id: 'RunnerClaim' })
export type RunnerClaim = z.infer<typeof RunnerClaimSchema>

export const RunnerTrialSchema = z
  .object({
    claim: z.string().describe('认领的编号，交回结果时用。'),
    position: z.int(),
    task: z.string(),
    candidate: z.string(),
    turns: z.array(z.string()).describe('依次要问的消息。'),
  })
  .meta({ id: 'RunnerTrial' })

export const RunnerCallSchema = z
  .object({
    claim: ClaimSchema,
    isRetry: z.boolean().default(false),
    perMinute: z.int().min(AGENTS.perMinute.min).max(AGENTS.perMinute.max),
  })
  .meta({ id: 'RunnerCall' })

/** Returns the schema of a text of which only the start is kept. */
const startOf = (max: number) => z.string().transform((text) => toStorableStart(text, max))
const milliseconds = z.int().min(0).max(TRIAL_MEASURE_MAX)

const ConversationSchema = z
  .object({
    reply: z.string(),
    isReplyCut: z.boolean(),
    earlierReplies: z.array(startOf(AGENTS.keptLength)).max(TASKS.turns).default([]),
    reasoning: startOf(AGENTS.keptLength),
    steps: z
      .array(AgentStepSchema.extend({ name: startOf(TEXT.line), arguments: startOf(AGENTS.keptLength) }))
      .max(CHECKS.steps),
    firstTokenMs: milliseconds.nullable(),
    totalMs: milliseconds,
    usage: ReceivedUsageSchema.nullable(),
    cost: z.number().min(0).max(RUNS.costMax).nullable(),
    model: startOf(TEXT.line).nullable(),
    attempts: z.int().min(0).max(RUNNERS.attempts),
    problem: z
      .object({
        outcome: z.enum(['error', 'unscored']),
        reason: startOf(RUNNERS.reason),
        isRefusal: z.boolean(),
      })
      .nullable(),
  })
  .transform((conversation) => ({
    ...conversation,
    reply: toStorableStart(conversation.reply, AGENTS.keptLength),
    isReplyCut: conversation.isReplyCut || conversation.reply.length > AGENTS.keptLength,
  }))

const RunnerResultSchema = z.object({
  claim: ClaimSchema,
  host: startOf(TEXT.line),
  queueMs: milliseconds,
  conversation: ConversationSchema.describe('检查由服务器对交回的回答进行，执行器的判定不作数。'),
})

export const RunnerResultsSchema = z
  .object({ results: z.array(RunnerResultSchema).min(1).max(RUNNERS.results) })
  .meta({ id: 'RunnerResults' })
export type RunnerResult = z.input<typeof RunnerResultSchema>

const RUNNER_RESULT_STATUSES = ['stored', 'lost'] as const
/** `lost`: the claim isn't the runner's any more, and the result isn't counted. */
export const RunnerReceiptSchema = z
  .object({ claim: z.string(), status: z.enum(RUNNER_RESULT_STATUSES) })
  .meta({ id: 'RunnerReceipt' })

export const RunnerReleaseSchema = z
  .object({
    claim: ClaimSchema,
    begun: z.int().min(0).max(RUNNERS.attempts).describe('已发出几条消息。'),
    unmade: z.int().min(0).max(RUNNERS.attempts).describe('已计入、但没有发出的调用。'),
    isRefused: z.boolean(),
  })
  .meta({ id: 'RunnerRelease' })

export const RunnerRenewalSchema = z
  .object({ claims: z.array(ClaimSchema).min(1).max(RUNNERS.renewals) })
  .meta({ id: 'RunnerRenewal' })
