import { expect, it } from 'vitest'
import { json, type Respond, stream, toEvents } from '#testing/agent-server.ts'
import { askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const CHAT = { id: '7382159487131697202', conversation_id: '7381473525342978089', bot_id: '7379462189365198898' }
const USAGE = { token_count: 8, output_count: 5, input_count: 3 }
const delta = (content: string, more: object = {}) =>
  ['conversation.message.delta', { role: 'assistant', type: 'answer', content, content_type: 'text', ...more }] as const
const completed = (type: string, content: string) =>
  ['conversation.message.completed', { role: 'assistant', type, content, content_type: 'text' }] as const
const END = ['conversation.chat.completed', { ...CHAT, status: 'completed', usage: USAGE }] as const
const DONE = ['done', '"[DONE]"'] as const
const connection = { kind: 'coze', botId: CHAT.bot_id }

const ask = async (respond: Respond, question: object = {}) => {
  const agent = await startTestAgent(respond)
  return { agent, outcome: await askAgent({ ...connection, url: agent.url }, { question }) }
}

it('sends a question of a conversation, whose id is in the address', async () => {
  const { agent, outcome } = await ask(stream(toEvents(delta('十五天'), END, DONE)), { session: CHAT.conversation_id })
  expect(agent.requests[0]).toMatchObject({ path: `/v3/chat?conversation_id=${CHAT.conversation_id}` })
  expect(JSON.parse(agent.requests[0]?.body ?? '')).toEqual({
    bot_id: CHAT.bot_id,
    user_id: 'u1',
    stream: true,
    additional_messages: [{ role: 'user', content: '年假有几天？', content_type: 'text' }],
  })
  expect(outcome).toMatchObject({ answer: { session: CHAT.conversation_id } })
})

it('reads a stream: the answer once, reasoning apart, tools, and tokens', async () => {
  const call = JSON.stringify({ name: 'search', arguments: { q: '年假' } })
  const { outcome } = await ask(
    stream(
      toEvents(
        ['conversation.chat.created', { ...CHAT, status: 'created' }],
        delta('', { reasoning_content: '查手册。' }),
        completed('function_call', call),
        completed('tool_response', '十五天'),
        delta('十五'),
        delta('天'),
        completed('answer', '十五天'),
        completed('follow_up', '还有病假吗？'),
        completed('verbose', '{"msg_type":"generate_answer_finish"}'),
        END,
        DONE,
      ),
    ),
  )
  expect(outcome).toMatchObject({
    answer: {
      reply: '十五天',
      reasoning: '查手册。',
      steps: [{ name: 'search', arguments: '{"q":"年假"}' }],
      usage: { input: 3, output: 5 },
    },
  })
})

it('leaves tokens unknown if only their total is known', async () => {
  const end = ['conversation.chat.completed', { ...CHAT, status: 'completed', usage: { token_count: 8 } }] as const
  const { outcome } = await ask(stream(toEvents(delta('十五天'), end, DONE)))
  expect(outcome).toMatchObject({ answer: { usage: null } })
})

it('polls a chat that was answered at once', async () => {
  const replies: Record<string, Respond> = {
    '/v3/chat': json({ code: 0, data: { ...CHAT, status: 'in_progress' } }),
    '/v3/chat/message/list': json({
      code: 0,
      data: [
        { role: 'assistant', type: 'verbose', content: '{}' },
        { role: 'assistant', type: 'answer', content: '十五天' },
      ],
    }),
  }
  const { agent, outcome } = await ask((reply, request, index) => {
    const [path = ''] = request.path.split('?')
    const status = index < 3 ? 'in_progress' : 'completed'
    const respond = replies[path] ?? json({ code: 0, data: { ...CHAT, status, usage: USAGE } })
    return respond(reply, request, index)
  })
  expect(outcome).toMatchObject({ answer: { reply: '十五天', usage: { input: 3, output: 5 } } })
  const query = `conversation_id=${CHAT.conversation_id}&chat_id=${CHAT.id}`
  expect(agent.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v3/chat',
    ...Array.from({ length: 3 }, () => `GET /v3/chat/retrieve?${query}`),
    `GET /v3/chat/message/list?${query}`,
  ])
})

it('says that it waits for the caller', async () => {
  const waiting = ['conversation.chat.requires_action', { ...CHAT, status: 'requires_action' }] as const
  const { outcome } = await ask(stream(toEvents(waiting, DONE)))
  expect(outcome).toMatchObject({ answer: { reply: '', status: 'inputRequired' } })
})

it.each<[string, Respond, string]>([
  [
    'a failed chat',
    stream(toEvents(['conversation.chat.failed', { ...CHAT, last_error: { code: 702242002, msg: '额度不足' } }], DONE)),
    'agentFailed',
  ],
  ['an error as an event', stream(toEvents(['error', { code: 4000, msg: '额度不足' }])), 'agentFailed'],
  ['a code with the status 200', json({ code: 4101, msg: '额度不足' }), 'rejected'],
])('fails by %s', async (_, respond, failure) => {
  const { outcome } = await ask(respond)
  expect(outcome).toMatchObject({ failure, message: expect.stringContaining('额度不足') })
})

it('fails if the end is missing', async () => {
  expect((await ask(stream(toEvents(delta('十五'))))).outcome).toMatchObject({ failure: 'disconnected' })
})

it('fails by a reply of an unknown shape', async () => {
  expect((await ask(json({ code: 0, data: [1] }))).outcome).toMatchObject({ failure: 'unreadable' })
})
