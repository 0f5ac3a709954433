/** Asks an app of Dify: its chat assistants, agents and chatflows. */
import { z } from 'zod'
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { type Adapter, createEnding, createHeaders, type Draft, type Ending } from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import { joinUrl } from '../join-url.ts'
import { findVendorMessage, toExcerpt } from '../vendor-message.ts'

const UsageSchema = z.looseObject({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0),
  /** A decimal number as a text. */
  total_price: z.coerce.number().min(0).nullish().catch(undefined),
  currency: z.string().nullish(),
})

const EventSchema = z.looseObject({
  event: z.string().default(''),
  answer: z.string().nullish(),
  conversation_id: z.string().nullish(),
  id: z.string().nullish(),
  thought: z.string().nullish(),
  tool: z.string().nullish(),
  tool_input: z.string().nullish(),
  metadata: z.looseObject({ usage: UsageSchema.nullish().catch(undefined) }).nullish(),
  data: z.unknown().optional(),
})
type DifyEvent = z.infer<typeof EventSchema>

export const askDify: Adapter = async ({ endpoint, question, exchange, draft }) => {
  const reply = await exchange.request({
    url: joinUrl(endpoint.url, '/v1/chat-messages'),
    method: 'POST',
    headers: createHeaders(endpoint),
    body: JSON.stringify({
      inputs: {},
      query: question.message,
      response_mode: 'streaming',
      conversation_id: question.session ?? '',
      user: question.user,
    }),
    isStream: true,
  })
  const reader = createEventReader(draft)
  if (reply.isStream) for await (const { data } of reply.events) reader.read(parseEvent(data))
  else {
    if (isObject(reply.value) && reply.value.code !== undefined && reply.value.answer === undefined)
      throw new AgentError('rejected', { detail: findVendorMessage(reply.value) })
    reader.readWhole(EventSchema.parse(reply.value))
  }
  return reader.finish()
}

function parseEvent(data: string): DifyEvent {
  const { success, data: event } = EventSchema.safeParse(tryParseJson(data))
  if (!success) throw new AgentError('unreadable', { detail: toExcerpt(data) })
  return event
}

/** Creates the reader of a stream's events, which fills the draft. */
function createEventReader(draft: Draft) {
  let ending: Ending | undefined
  let session: string | null = null
  let hasAgentMessages = false
  const knownThoughts = new Set<string>()

  /** Adds a message. The last one of an agent may repeat everything that it said before. */
  function addMessage(answer: string): void {
    if (hasAgentMessages && answer.startsWith(draft.text)) draft.replaceText(answer)
    else draft.addText(answer)
  }

  /** Adds a thought with its tools, separated by semicolons; it is sent again with each result. */
  function addThought({ id, thought, tool, tool_input: input }: DifyEvent): void {
    const key = `${id} ${tool ?? ''}`
    if (knownThoughts.has(key)) return
    if (thought) draft.addReasoning(thought)
    if (!tool) return
    knownThoughts.add(key)
    for (const name of tool.split(';').filter(Boolean)) draft.steps.push({ name, arguments: input ?? '' })
  }

  function finish(event: DifyEvent): void {
    const usage = event.metadata?.usage
    ending = createEnding({
      usage: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
      cost:
        typeof usage?.total_price === 'number' ? { amount: usage.total_price, currency: usage.currency ?? null } : null,
    })
  }

  const HANDLERS: Readonly<Record<string, (event: DifyEvent) => void>> = {
    message: ({ answer }) => addMessage(answer ?? ''),
    agent_message({ answer }) {
      hasAgentMessages = true
      draft.addText(answer ?? '')
    },
    message_replace: ({ answer }) => draft.replaceText(answer ?? ''),
    agent_thought: addThought,
    message_end: finish,
    // An error has the status 200 and arrives as an event.
    error(event) {
      throw new AgentError('agentFailed', { detail: findVendorMessage(event) })
    },
    workflow_finished({ data }) {
      if (isObject(data) && data.status === 'failed')
        throw new AgentError('agentFailed', { detail: findVendorMessage(data) })
    },
    workflow_paused({ data }) {
      ending = createEnding({ status: 'paused', statusReason: describePause(data) })
    },
  }

  return {
    read(event: DifyEvent): void {
      session = event.conversation_id ?? session
      HANDLERS[event.event]?.(event)
    },

    /** Reads a reply in one piece. */
    readWhole(event: DifyEvent): void {
      this.read(event)
      if (ending) return
      draft.replaceText(event.answer ?? '')
      finish(event)
    },

    finish(): Ending {
      if (!ending) throw new AgentError('disconnected')
      return { ...ending, session }
    },
  }
}

const PauseSchema = z.looseObject({
  reasons: z.array(z.looseObject({ node_title: z.string().nullish(), form_content: z.string().nullish() })).catch([]),
})

/** Returns what a paused workflow waits for. */
function describePause(data: unknown): string {
  const { reasons } = PauseSchema.catch({ reasons: [] }).parse(data)
  const names = reasons.flatMap(({ node_title: title, form_content: content }) => title ?? content ?? [])
  return names.length === 0 ? '流程等待人工处理' : `流程等待人工处理：${toExcerpt(names.join('、'))}`
}
