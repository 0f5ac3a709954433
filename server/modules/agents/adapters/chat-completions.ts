/** Reads replies in the shape of OpenAI's chat completions, which several kinds share. */
import { z } from 'zod'
import type { AgentStep } from '#contracts/agents/connection.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { type AdapterContext, createEnding, type Draft, type Ending } from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentRequest } from '../exchange.ts'
import type { StreamEvent } from '../reply-reader.ts'
import { findVendorMessage, toExcerpt } from '../vendor-message.ts'

const DONE = '[DONE]'

/** Text, or its parts: only those that are text count. */
const ContentSchema = z
  .union([
    z.string(),
    z
      .array(z.looseObject({ type: z.string().optional(), text: z.union([z.string(), z.looseObject({})]).optional() }))
      .transform((parts) => parts.map(({ text }) => readPart(text)).join('')),
  ])
  .nullish()
  .transform((content) => content ?? '')

/** Returns a part's text, which FastGPT wraps once more. */
function readPart(text: unknown): string {
  if (typeof text === 'string') return text
  return isObject(text) && typeof text.content === 'string' ? text.content : ''
}

const MessageSchema = z.looseObject({
  content: ContentSchema,
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  refusal: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        index: z.int().optional(),
        function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
})
type Message = z.infer<typeof MessageSchema>

const CompletionSchema = z.looseObject({
  model: z.string().nullish().catch(undefined),
  choices: z
    .array(
      z.looseObject({
        delta: MessageSchema.nullish(),
        message: MessageSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .looseObject({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(undefined),
})

/** What a completion says besides its text. */
type Completion = { finishReason: string | undefined; usage: Ending['usage']; model: string | null }

type StreamOptions = {
  /** Handles events that have a name; returns whether one was meant for it. */
  onEvent?: (event: { name: string; value: unknown }) => boolean
  /** Whether more follows `[DONE]`. */
  continuesAfterDone?: boolean
}

/** Sends a request and reads its completion, streamed or in one piece. Throws `AgentError`. */
export async function readCompletion(
  { exchange, draft }: Pick<AdapterContext, 'exchange' | 'draft'>,
  request: AgentRequest,
  options: StreamOptions = {},
): Promise<Ending> {
  const reply = await exchange.request(request)
  const completion: Completion = { finishReason: undefined, usage: null, model: null }
  const calls = createToolCalls(draft)
  if (reply.isStream) await readStream(reply.events, { completion, calls, draft, options })
  else addCompletion(reply.value, { completion, calls, draft })
  return toEnding(completion)
}

type Target = { completion: Completion; calls: ToolCalls; draft: Draft }

async function readStream(
  events: AsyncGenerator<StreamEvent>,
  { options, ...target }: Target & { options: StreamOptions },
): Promise<void> {
  let isDone = false
  for await (const { event, data } of events) {
    if (data.trim() === DONE) {
      isDone = true
      if (options.continuesAfterDone) continue
      break
    }
    const value = tryParseJson(data)
    if (event !== undefined && options.onEvent?.({ name: event, value })) continue
    if (value === undefined) throw new AgentError('unreadable', { detail: toExcerpt(data) })
    addCompletion(value, target)
  }
  if (!isDone && target.completion.finishReason === undefined) throw new AgentError('disconnected')
}

/** Adds a completion, or a part of one. Throws `AgentError` for an error in its place. */
function addCompletion(value: unknown, { completion, calls, draft }: Target): void {
  assertNoError(value)
  const parsed = CompletionSchema.safeParse(value)
  if (!parsed.success) throw new AgentError('unreadable', { detail: toExcerpt(JSON.stringify(value)) })
  const { choices, usage, model } = parsed.data
  const [choice] = choices ?? []
  const message = choice?.delta ?? choice?.message
  if (message) addMessage(message, { calls, draft })
  if (choice?.finish_reason) completion.finishReason = choice.finish_reason
  if (usage) completion.usage = { input: usage.prompt_tokens, output: usage.completion_tokens }
  if (model) completion.model = model
}

function addMessage(message: Message, { calls, draft }: Pick<Target, 'calls' | 'draft'>): void {
  draft.addReasoning(message.reasoning_content ?? message.reasoning ?? '')
  draft.addText(message.content === '' ? (message.refusal ?? '') : message.content)
  for (const [position, call] of (message.tool_calls ?? []).entries())
    calls.add(call.index ?? position, { name: call.function?.name ?? '', arguments: call.function?.arguments ?? '' })
}

/** Throws what a body says is wrong: as OpenAI says it, or as a code with a message. */
function assertNoError(value: unknown): void {
  if (!isObject(value)) return
  const hasChoices = Array.isArray(value.choices)
  const hasCode = !hasChoices && value.code !== undefined && value.code !== 0
  if (!value.error && !hasCode) return
  throw new AgentError('rejected', { detail: findVendorMessage(value) || toExcerpt(JSON.stringify(value)) })
}

type ToolCalls = ReturnType<typeof createToolCalls>

/** Creates the list of tool calls, whose names and arguments arrive in pieces under an index or an id. */
export function createToolCalls({ steps }: Pick<Draft, 'steps'>) {
  const known = new Map<number | string, AgentStep>()
  return {
    add(key: number | string, piece: AgentStep): void {
      const step = known.get(key)
      if (step) {
        step.name += piece.name
        step.arguments += piece.arguments
        return
      }
      known.set(key, piece)
      steps.push(piece)
    },
  }
}

/** Why a completion ended early, by its reason. */
const CUT_REASONS: Readonly<Record<string, string>> = {
  length: '达到长度上限',
  content_filter: '内容被过滤',
}

function toEnding({ finishReason = '', usage, model }: Completion): Ending {
  if (finishReason === 'tool_calls')
    return createEnding({ status: 'inputRequired', statusReason: '等待调用方执行工具', usage, model })
  const statusReason = CUT_REASONS[finishReason]
  return createEnding({
    status: statusReason === undefined ? 'finished' : 'cut',
    statusReason: statusReason ?? '',
    usage,
    model,
  })
}
