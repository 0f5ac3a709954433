/** One conversation with an agent: its turns in order, each call tried again as far as that is safe. */

import { setTimeout } from 'node:timers/promises'
import type { AgentStep, Usage } from '#contracts/agents/connection.ts'
import { AGENT_FAILURES } from '#contracts/agents/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Endpoint, Outcome, Question } from '#server/modules/agents/service.ts'
import { addCosts } from './cost.ts'
import { canRetry, getRetryDelay, isOverload, isRefusal } from './retry-delay.ts'

type ConversationOptions = {
  turns: readonly string[]
  retries: number
  random: () => number
  endpoint: Endpoint
  /** Names the conversation to the agent, so that it is a new one. */
  user: string
  ask: (endpoint: Endpoint, question: Question, signal: AbortSignal) => Promise<Outcome>
  /** Called before every call; waits, or throws to end the conversation. */
  beforeCall: (attempt: number) => Promise<void>
  onOverload: (retryAfterMs: number | undefined) => void
  signal: AbortSignal
}

/** What a conversation brought: the last reply, and the sums over its turns. Unknown amounts are `null`. */
export type Conversation = {
  reply: string
  /** Whether only the start of the reply was kept. */
  isReplyCut: boolean
  /** Those to the messages before the last that was answered. */
  earlierReplies: string[]
  reasoning: string
  steps: AgentStep[]
  /** Until the first token of the last reply. */
  firstTokenMs: number | null
  totalMs: number
  usage: Usage | null
  cost: number | null
  model: string | null
  attempts: number
  /** Why there is no reply to be judged. */
  problem: { outcome: 'error' | 'unscored'; reason: string; isRefusal: boolean } | null
}

/** Asks all turns. Throws what `beforeCall` throws, and if it is aborted. */
export async function converse(options: ConversationOptions): Promise<Conversation> {
  const { turns, user } = options
  const conversation: Conversation = {
    reply: '',
    isReplyCut: false,
    earlierReplies: [],
    reasoning: '',
    steps: [],
    firstTokenMs: null,
    totalMs: 0,
    usage: { input: 0, output: 0 },
    cost: 0,
    model: null,
    attempts: 0,
    problem: null,
  }
  const history: Question['history'][number][] = []
  let session: string | null = null
  for (const [index, message] of turns.entries()) {
    const outcome = await askTurn({ message, history: [...history], session, user }, conversation, options)
    conversation.totalMs += outcome.transcript.totalMs
    conversation.firstTokenMs = outcome.transcript.firstTokenMs ?? null
    conversation.isReplyCut = outcome.transcript.isReplyCut
    if (index > 0) conversation.earlierReplies.push(conversation.reply)
    if (!outcome.isAnswered) return fail(conversation, outcome, index > 0)
    const { answer } = outcome
    conversation.reply = answer.reply
    conversation.reasoning = answer.reasoning
    conversation.steps.push(...answer.steps)
    conversation.model = answer.model ?? conversation.model
    conversation.usage = addUsage(conversation.usage, answer.usage)
    conversation.cost =
      conversation.cost === null || answer.cost === null ? null : addCosts(conversation.cost, answer.cost)
    if (answer.status === 'paused')
      return end(conversation, { outcome: 'unscored', reason: answer.statusReason || MESSAGES.paused })
    // A question in return is the reply to the last message, which is judged; before that, the next message would not fit.
    if (answer.status === 'inputRequired' && index < turns.length - 1)
      return end(conversation, { outcome: 'unscored', reason: answer.statusReason || MESSAGES.inputRequired })
    history.push({ role: 'user', content: message }, { role: 'assistant', content: answer.reply })
    session = answer.session ?? session
  }
  return conversation
}

/** A conversation that must wait for longer gives up its place, and begins again later. */
const MAX_WAIT_MS = 2 * MINUTE_MS

/** Thrown if an agent asks to be left alone for long. */
export class RetryLater extends Error {}

async function askTurn(
  question: Question,
  conversation: Conversation,
  { endpoint, retries, random, ask, beforeCall, onOverload, signal }: ConversationOptions,
): Promise<Outcome> {
  for (let retry = 0; ; retry += 1) {
    signal.throwIfAborted()
    await beforeCall(retry)
    conversation.attempts += 1
    const outcome = await ask(endpoint, question, signal)
    signal.throwIfAborted()
    if (outcome.isAnswered) return outcome
    if (isOverload(outcome)) onOverload(outcome.retryAfterMs)
    if (retry >= retries || !canRetry(outcome)) return outcome
    const delay = getRetryDelay(retry, random, outcome.retryAfterMs)
    if (delay > MAX_WAIT_MS) throw new RetryLater()
    await setTimeout(delay, undefined, { signal })
  }
}

function fail(
  conversation: Conversation,
  outcome: Extract<Outcome, { isAnswered: false }>,
  hasAnswer: boolean,
): Conversation {
  const reason = outcome.message || AGENT_FAILURES[outcome.failure]
  return {
    ...conversation,
    reply: outcome.partialReply,
    usage: null,
    // What the answered messages cost was spent; what the failed one did is unknown.
    cost: hasAnswer ? conversation.cost : null,
    problem: { outcome: 'error', reason, isRefusal: isRefusal(outcome) },
  }
}

const end = (conversation: Conversation, problem: { outcome: 'unscored'; reason: string }): Conversation => ({
  ...conversation,
  problem: { ...problem, isRefusal: false },
})

const addUsage = (sum: Usage | null, usage: Usage | null): Usage | null =>
  sum === null || usage === null ? null : { input: sum.input + usage.input, output: sum.output + usage.output }
