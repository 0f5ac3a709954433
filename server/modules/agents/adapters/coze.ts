/** Asks an agent of Coze by its chat API, version 3. */
import { z } from 'zod'
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { type Adapter, type AdapterContext, createEnding, createHeaders, type Draft, type Ending } from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import { joinUrl } from '../join-url.ts'
import { findVendorMessage, toExcerpt } from '../vendor-message.ts'

const MessageSchema = z.looseObject({
  role: z.string().nullish(),
  type: z.string().nullish(),
  content: z.string().nullish(),
  reasoning_content: z.string().nullish(),
})
type Message = z.infer<typeof MessageSchema>

const ChatSchema = z.looseObject({
  id: z.string().default(''),
  conversation_id: z.string().default(''),
  status: z.string().default(''),
  last_error: z.looseObject({ code: z.number().nullish(), msg: z.string().nullish() }).nullish(),
  usage: z
    .looseObject({
      token_count: z.int().nullish(),
      input_count: z.int().min(0).nullish(),
      output_count: z.int().min(0).nullish(),
    })
    .nullish()
    .catch(undefined),
})
type Chat = z.infer<typeof ChatSchema>

export const askCoze: Adapter = async (context) => {
  const { endpoint, question, exchange } = context
  const reply = await exchange.request({
    url: joinUrl(endpoint.url, withConversation('/v3/chat', question.session)),
    method: 'POST',
    headers: createHeaders(endpoint),
    body: JSON.stringify({
      bot_id: endpoint.botId,
      user_id: question.user,
      stream: true,
      additional_messages: [{ role: 'user', content: question.message, content_type: 'text' }],
    }),
    isStream: true,
  })
  if (!reply.isStream) return poll(readChat(reply.value), context)
  const reader = createEventReader(context.draft)
  for await (const { event = '', data } of reply.events) if (reader.read(event, data)) break
  return reader.finish()
}

const withConversation = (path: string, session: string | null): string =>
  session === null ? path : `${path}?${new URLSearchParams({ conversation_id: session })}`

/** Creates the reader of a stream's events, which fills the draft. */
function createEventReader(draft: Draft) {
  let ending: Ending | undefined

  const HANDLERS: Readonly<Record<string, (value: unknown) => void>> = {
    'conversation.message.delta'(value) {
      const { type, content, reasoning_content: reasoning } = MessageSchema.parse(value)
      draft.addReasoning(reasoning ?? '')
      if (type === 'answer') draft.addText(content ?? '')
    },
    'conversation.message.completed': (value) => addMessage(draft, MessageSchema.parse(value)),
    'conversation.chat.completed'(value) {
      ending = toEnding(ChatSchema.parse(value))
    },
    'conversation.chat.failed': (value) => assertNotFailed({ ...ChatSchema.parse(value), status: 'failed' }),
    'conversation.chat.requires_action'(value) {
      ending = toEnding({ ...ChatSchema.parse(value), status: 'requires_action' })
    },
    error(value) {
      throw new AgentError('agentFailed', { detail: findVendorMessage(value) })
    },
  }

  return {
    /** Reads an event. Returns whether it is the last one. */
    read(event: string, data: string): boolean {
      if (event === 'done') return true
      const handle = HANDLERS[event]
      if (!handle) return false
      const value = tryParseJson(data)
      if (value === undefined) throw new AgentError('unreadable', { detail: toExcerpt(data) })
      handle(value)
      return false
    },

    finish(): Ending {
      if (!ending) throw new AgentError('disconnected')
      return ending
    },
  }
}

/** Adds a whole message: the answer, unless it came word by word, or a call of a tool. */
function addMessage(draft: Draft, { type, content, reasoning_content: reasoning }: Message): void {
  if (type === 'answer' && draft.text === '') {
    draft.addReasoning(draft.reasoning === '' ? (reasoning ?? '') : '')
    draft.addText(content ?? '')
  }
  if (type !== 'function_call') return
  const call = tryParseJson(content ?? '')
  if (!isObject(call) || typeof call.name !== 'string') return
  draft.steps.push({ name: call.name, arguments: JSON.stringify(call.arguments ?? {}) })
}

/** Returns the data of a reply in one piece. Throws `AgentError` for a code that isn't 0. */
function readData(value: unknown): unknown {
  if (!isObject(value)) throw new AgentError('unreadable', { detail: toExcerpt(JSON.stringify(value)) })
  if (value.code !== 0) throw new AgentError('rejected', { detail: findVendorMessage(value) })
  return value.data
}

const readChat = (value: unknown): Chat => ChatSchema.parse(readData(value))

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'requires_action', 'canceled'])

/** Waits for a chat that was answered at once, and reads its messages. */
async function poll(started: Chat, { endpoint, exchange, draft }: AdapterContext): Promise<Ending> {
  const query = new URLSearchParams({ conversation_id: started.conversation_id, chat_id: started.id })
  const get = async (path: string): Promise<unknown> => {
    const reply = await exchange.request({
      url: joinUrl(endpoint.url, `${path}?${query}`),
      method: 'GET',
      headers: createHeaders(endpoint),
      isStream: false,
    })
    return reply.isStream ? undefined : reply.value
  }
  let chat = started
  while (!ENDED.has(chat.status)) {
    await exchange.wait(exchange.pollMs)
    chat = readChat(await get('/v3/chat/retrieve'))
  }
  assertNotFailed(chat)
  const messages = z.array(MessageSchema).parse(readData(await get('/v3/chat/message/list')))
  for (const message of messages) addMessage(draft, message)
  return toEnding(chat)
}

function assertNotFailed({ status, last_error: error }: Chat): void {
  if (status !== 'failed' && status !== 'canceled') return
  throw new AgentError('agentFailed', { detail: findVendorMessage(error) || status })
}

function toEnding({ status, usage, conversation_id: session }: Chat): Ending {
  const { input_count: input, output_count: output } = usage ?? {}
  const isWaiting = status === 'requires_action'
  return createEnding({
    status: isWaiting ? 'inputRequired' : 'finished',
    statusReason: isWaiting ? '等待调用方执行插件' : '',
    // The total alone doesn't say what it costs.
    usage: typeof input === 'number' && typeof output === 'number' ? { input, output } : null,
    session: session === '' ? null : session,
  })
}
