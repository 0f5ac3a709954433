/** Asks an agent one question. Failures are values: a run counts them. */
import { z } from 'zod'
import { type AgentStep, type Price, toCredibleUsage } from '#contracts/agents/connection.ts'
import type { AgentKind } from '#contracts/agents/kinds.ts'
import { AGENT_MESSAGES, type AgentFailure } from '#contracts/agents/messages.ts'
import { AGENTS, CHECKS, TEXT } from '#contracts/limits.ts'
import { toStorableStart } from '#contracts/rules/storable-text.ts'
import type { SendGuarded } from '#server/platform/guarded-request.ts'
import { type Adapter, createDraft, type Ending, type Endpoint, type Question } from './adapter.ts'
import { AgentError } from './agent-error.ts'
import { createBlotting } from './blot-secrets.ts'
import { createExchange } from './exchange.ts'

/** Loaded when a connection of the kind is used for the first time. Another kind is a file and a line here. */
const ADAPTERS: Record<AgentKind, () => Promise<Adapter>> = {
  openai: async () => (await import('./adapters/openai.ts')).askOpenAi,
  dify: async () => (await import('./adapters/dify.ts')).askDify,
  coze: async () => (await import('./adapters/coze.ts')).askCoze,
  fastgpt: async () => (await import('./adapters/fastgpt.ts')).askFastGpt,
  ragflow: async () => (await import('./adapters/ragflow.ts')).askRagFlow,
  a2a: async () => (await import('./adapters/a2a.ts')).askA2a,
  http: async () => (await import('./adapters/http.ts')).askHttp,
}

/** What was exchanged, and when. Keys are masked; long texts are cut. */
export type Transcript = {
  sent: string
  received: string
  /** The body of the last reply. */
  body: string
  firstTokenMs: number | undefined
  totalMs: number
  /** Whether only the start of the reply is kept. */
  isReplyCut: boolean
}

export type Answer = Omit<Ending, 'cost'> & {
  reply: string
  reasoning: string
  steps: AgentStep[]
  /** In yuan; `null` if unknown. */
  cost: number | null
}

export type Outcome =
  | { isAnswered: true; answer: Answer; transcript: Transcript }
  | {
      isAnswered: false
      failure: AgentFailure
      message: string
      status: number | undefined
      retryAfterMs: number | undefined
      /** What came before the failure. */
      partialReply: string
      transcript: Transcript
    }

export type AskOptions = {
  send: SendGuarded
  signal?: AbortSignal | undefined
  /** Called with errors of ours, which are no fault of the agent. */
  onFault?: ((error: unknown) => void) | undefined
  silenceMs?: number
  pollMs?: number
}

const POLL_MS = 1_000

export async function ask(endpoint: Endpoint, question: Question, options: AskOptions): Promise<Outcome> {
  const adapter = await ADAPTERS[endpoint.kind]()
  const exchange = createExchange({
    send: options.send,
    timeoutMs: endpoint.timeoutMs,
    firstTokenTimeoutMs: endpoint.firstTokenTimeoutMs,
    silenceMs: options.silenceMs ?? AGENTS.silenceMs,
    pollMs: options.pollMs ?? POLL_MS,
    signal: options.signal,
  })
  const draft = createDraft(exchange.markToken)
  const blot = createBlotting([endpoint.secret ?? '', ...Object.values(endpoint.headers)])
  const cut = (text: string, max: number = AGENTS.keptLength) => toStorableStart(blot(text), max)
  const describeExchange = (): Transcript => ({
    sent: cut(exchange.transcript.sent),
    received: cut(exchange.transcript.received),
    body: cut(exchange.transcript.body),
    ...exchange.measure(),
    isReplyCut: blot(draft.text).length > AGENTS.keptLength,
  })
  try {
    const received = await adapter({ endpoint, question, exchange, draft })
    const ending = { ...received, usage: toCredibleUsage(received.usage) }
    if (draft.text === '' && draft.steps.length === 0 && ending.status === 'finished')
      throw new AgentError('emptyReply')
    exchange.markToken()
    const answer: Answer = {
      ...ending,
      model: ending.model && cut(ending.model, TEXT.line),
      statusReason: cut(ending.statusReason),
      cost: computeCost(endpoint.price, ending),
      reply: cut(draft.text),
      reasoning: cut(draft.reasoning),
      steps: draft.steps
        .slice(0, CHECKS.steps)
        .map((step) => ({ name: cut(step.name, TEXT.line), arguments: cut(step.arguments) })),
    }
    return { isAnswered: true, answer, transcript: describeExchange() }
  } catch (caught) {
    const error = toAgentError(exchange.explain(caught), options.onFault)
    const { failure, status, retryAfterMs } = error
    const message = cut(error.message)
    const partialReply = cut(draft.text)
    return { isAnswered: false, failure, message, status, retryAfterMs, partialReply, transcript: describeExchange() }
  } finally {
    exchange.close()
  }
}

/**
 * Returns why there is no reply: a shape, or a depth, that the adapter doesn't expect is the agent's; what else is thrown is
 * a fault of ours, which is reported.
 */
function toAgentError(error: unknown, onFault: AskOptions['onFault']): AgentError {
  if (error instanceof AgentError) return error
  if (error instanceof RangeError) return new AgentError('unreadable', { detail: AGENT_MESSAGES.replyTooDeepToRead })
  if (error instanceof z.ZodError) return new AgentError('unreadable')
  onFault?.(error)
  return new AgentError('ourFault')
}

const YUAN = /^(?:CNY|RMB|CNH|元|¥)$/i

/** Returns the cost in yuan: as the reply says it, or else by the prices; `null` if either can't be told. */
function computeCost(price: Price, { cost, usage }: Pick<Ending, 'cost' | 'usage'>): number | null {
  if (cost) {
    const rate = cost.currency === null || YUAN.test(cost.currency) ? 1 : price.replyRate
    if (rate !== null) return cost.amount * rate
  }
  const { input, output, perCall } = price
  if (input === null && output === null) return perCall
  // What a token costs of which no price was typed is unknown, and so is the sum.
  if (usage === null || (input === null && usage.input > 0) || (output === null && usage.output > 0)) return null
  return (perCall ?? 0) + ((input ?? 0) * usage.input + (output ?? 0) * usage.output) / 1_000_000
}
