/** A connection: how a project's candidate is called. */
import { z } from 'zod'
import { outsiderText } from '../outsider-data.ts'
import '../chinese-issues.ts'
import { AGENTS, TEXT } from '../limits.ts'
import { storedText } from '../stored-text.ts'
import { isHeaderValue } from './header-names.ts'
import { ReplyPathsSchema } from './json-path.ts'
import { AGENT_KIND_TABLE, AGENT_KINDS } from './kinds.ts'
import { AGENT_MESSAGES as MESSAGES } from './messages.ts'
import { RequestTemplateSchema, reportHeaderIssues } from './request-template.ts'
import { ANSWER_STATUSES } from './statuses.ts'

/** An address without credentials: those are encrypted, and the address is shown. */
const UrlSchema = storedText(MESSAGES.url)
  .trim()
  .max(TEXT.link)
  .superRefine((text, context) => {
    const url = URL.parse(text)
    const report = (message: string) => context.addIssue({ code: 'custom', message })
    if (!url || !/^https?:$/.test(url.protocol)) report(MESSAGES.url)
    else if (url.username !== '' || url.password !== '') report(MESSAGES.urlCredentials)
    else if (url.search !== '' || url.hash !== '') report(MESSAGES.urlQuery)
  })

const inRange = ({ min, max, initial }: { min: number; max: number; initial: number }) =>
  z.int().min(min).max(max).default(initial)
const price = () => z.number().min(0).max(AGENTS.price).nullable().default(null)

/** Prices in yuan. Without one, the cost stays unknown unless the reply says it. */
const PriceSchema = z.object({
  input: price().describe('每百万输入Token的价格（元）。'),
  output: price().describe('每百万输出Token的价格（元）。'),
  perCall: price().describe('每次调用的价格（元）。'),
  replyRate: price().describe('回复中的费用不是人民币时的汇率：一个货币单位合多少元。'),
  replyRateOn: z.iso.date().nullable().default(null).describe('汇率的日期。'),
})
export type Price = z.infer<typeof PriceSchema>

const KeyHeadersSchema = z
  .record(z.string(), z.string().trim().max(AGENTS.headerValue))
  .superRefine((headers, context) => {
    if (Object.keys(headers).length > AGENTS.keyHeaders)
      context.addIssue({ code: 'custom', message: MESSAGES.keyHeadersMax(AGENTS.keyHeaders) })
    reportHeaderIssues(headers, context)
  })

const settings = {
  kind: z.enum(AGENT_KINDS),
  url: UrlSchema,
  model: storedText().trim().max(TEXT.line).default(''),
  botId: storedText().trim().max(TEXT.line).default(''),
  template: RequestTemplateSchema.nullable().default(null),
  paths: ReplyPathsSchema.nullable().default(null),
  timeoutMs: inRange(AGENTS.timeoutMs).describe('整个回复的时限。'),
  firstTokenTimeoutMs: inRange(AGENTS.firstTokenTimeoutMs).describe('首字的时限，用于逐字返回的接口。'),
  maxConcurrency: inRange(AGENTS.maxConcurrency).describe('同时进行的对话最多几个。'),
  perMinute: inRange(AGENTS.perMinute).describe('每分钟最多调用几次。'),
  price: PriceSchema.prefault({}),
}

/**
 * A connection as it is saved. Keys are write-only: a blank or absent one keeps the stored one, which is bound to scheme,
 * host and port of the address; `null` removes it.
 */
export const ConnectionSaveSchema = z
  .object({
    ...settings,
    secret: z
      .string()
      .trim()
      .max(AGENTS.secret)
      .refine(
        (secret) =>
          secret === '' || (secret.length >= AGENTS.secretMin && !secret.includes(' ') && isHeaderValue(secret)),
        MESSAGES.secret,
      )
      .nullable()
      .default('')
      .describe('密钥。留空为保留已存的；更换协议、主机或端口后须重新填写；`null` 为删除。'),
    headers: KeyHeadersSchema.optional().describe(
      '含密钥的请求头，加密保存；值留空为保留已存的，没有列出的删除；不提供 `headers` 时全部保留。',
    ),
  })
  .superRefine((connection, context) => {
    const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (AGENT_KIND_TABLE[connection.kind].botId?.isRequired && connection.botId === '') report('botId', MESSAGES.botId)
    if (connection.kind !== 'http') return
    if (!connection.template) report('template', MESSAGES.template)
    if (!connection.paths) report('paths', MESSAGES.replyPath)
    if (connection.template?.poll && !(connection.paths?.task && connection.paths.done))
      report('paths', MESSAGES.pollPaths)
  })
  .meta({ id: 'AgentConnectionSave' })
export type ConnectionSave = z.infer<typeof ConnectionSaveSchema>

/** What a connection needs besides its keys. */
export type ConnectionSettings = Omit<ConnectionSave, 'secret' | 'headers'>

export const UsageSchema = z.object({ input: z.int().min(0), output: z.int().min(0) })
export type Usage = z.infer<typeof UsageSchema>

const tokens = z.int().min(0).max(AGENTS.tokens)

/** Tokens that an agent or a runner may say; what is beyond is an error of theirs. */
export const ReceivedUsageSchema = z.object({ input: tokens, output: tokens })

/** Returns what an agent said of its tokens; `null` if it can't be true. */
export const toCredibleUsage = (usage: Usage | null): Usage | null => ReceivedUsageSchema.safeParse(usage).data ?? null

/** A tool that the agent used, or a step of its workflow. */
export const AgentStepSchema = z.object({ name: z.string(), arguments: z.string() })
export type AgentStep = z.infer<typeof AgentStepSchema>

/** What an agent answered to a question. Keys are masked in every text. */
const AgentAnswerSchema = z
  .object({
    reply: z.string(),
    status: z.enum(ANSWER_STATUSES),
    statusReason: z.string(),
    reasoning: z.string().describe('思考过程，不参与评判。'),
    steps: z.array(AgentStepSchema),
    model: z.string().nullable(),
    firstTokenMs: z.int(),
    totalMs: z.int(),
    usage: UsageSchema.nullable(),
    cost: z.number().nullable().describe('费用（元）；未知为空。'),
  })
  .meta({ id: 'AgentAnswer' })
export type AgentAnswer = z.infer<typeof AgentAnswerSchema>

/** What was exchanged with an agent. */
const exchanged = {
  sent: z.string().describe('发出的请求。'),
  received: z.string().describe('收到的回复，过长时只含开头。'),
  example: z.string().nullable().describe('可用来调试路径的回复正文。'),
}

export const ProbeSchema = AgentAnswerSchema.extend(exchanged).meta({ id: 'AgentProbe' })
export type Probe = z.infer<typeof ProbeSchema>

/** The last question that was tried, with the answer or the reason of its failure. */
export const LastProbeSchema = z.object({
  at: z.iso.datetime(),
  version: z.int().describe('所试的连接的版本。'),
  message: z.string(),
  error: z.string().nullable(),
  answer: AgentAnswerSchema.nullable(),
  ...exchanged,
})
export type LastProbe = z.infer<typeof LastProbeSchema>

export const ConnectionSchema = z
  .object({
    ...settings,
    candidate: z.string(),
    hasSecret: z.boolean(),
    headers: z.record(z.string(), z.string()).describe('含密钥的请求头的名称，值为空。'),
    lastProbe: LastProbeSchema.nullable(),
    version: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'AgentConnection' })
export type Connection = z.infer<typeof ConnectionSchema>

export const ProbeRequestSchema = z.object({
  message: storedText('请填写问题').trim().min(1, '请填写问题').max(AGENTS.message),
})

/** A reply that was received, and the paths by which its values are found. */
export const ReplyParsingSchema = z.object({
  example: z.string().max(AGENTS.keptLength),
  paths: ReplyPathsSchema,
})
/** What the paths find; `error` says why there is no reply. */
export const ParsedReplySchema = z.object({
  reply: z.string().nullable(),
  error: z.string().nullable(),
  usage: UsageSchema.nullable(),
  cost: z.number().nullable(),
  steps: z.array(AgentStepSchema),
})
export type ParsedReply = z.infer<typeof ParsedReplySchema>

/** How many connections of members lead to a server, and how often it is asked. It says neither by whom nor what. */
export const AgentHostSchema = z
  .object({
    origin: outsiderText().describe('协议、主机与端口。'),
    callsToday: z.int().describe('平台今天（北京时间）向它提问的次数，包括试问与重试，不包括执行器的提问。'),
    connections: z.int(),
    projects: z.int(),
  })
  .meta({ id: 'AgentHost' })
export type AgentHost = z.infer<typeof AgentHostSchema>
