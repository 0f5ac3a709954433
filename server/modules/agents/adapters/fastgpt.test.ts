import { expect, it } from 'vitest'
import { json, type Respond, stream, toEvents } from '#testing/agent-server.ts'
import { askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const answer = (content: string, reason: string | null = null) =>
  [
    'answer',
    {
      id: '',
      object: '',
      created: 0,
      model: '',
      choices: [{ delta: content === '' ? {} : { content }, index: 0, finish_reason: reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 },
    },
  ] as const
const DONE = ['answer', '[DONE]'] as const
const FLOW = [
  'flowResponses',
  [{ moduleName: '知识库搜索', moduleType: 'datasetSearchNode', runningTime: 1.78 }],
] as const

const ask = async (respond: Respond, question: object = {}) => {
  const agent = await startTestAgent(respond)
  return { agent, outcome: await askAgent({ kind: 'fastgpt', url: `${agent.url}/api` }, { question }) }
}

it('sends only the question: the app keeps the history under the id of the chat', async () => {
  const history = [{ role: 'user' as const, content: '你好' }]
  const { agent, outcome } = await ask(stream(toEvents(answer('十五天', 'stop'), DONE)), { session: 'c1', history })
  expect(agent.requests[0]).toMatchObject({ path: '/api/v1/chat/completions' })
  expect(JSON.parse(agent.requests[0]?.body ?? '')).toEqual({
    chatId: 'c1',
    variables: {},
    detail: true,
    stream: true,
    messages: [{ role: 'user', content: '年假有几天？' }],
  })
  expect(outcome).toMatchObject({ answer: { session: 'c1' } })
})

it('begins a chat of its own', async () => {
  const { agent, outcome } = await ask(stream(toEvents(answer('十五天', 'stop'), DONE)))
  const { chatId } = JSON.parse(agent.requests[0]?.body ?? '')
  expect(chatId).toMatch(/^[\da-f-]{36}$/)
  expect(outcome).toMatchObject({ answer: { session: chatId } })
})

it('reads on after [DONE], where the details of the workflow follow', async () => {
  const { outcome } = await ask(
    stream(
      toEvents(
        ['flowNodeStatus', { status: 'running', name: 'AI 对话' }],
        answer('电影《铃'),
        ['fastAnswer', { choices: [{ delta: { content: '芽之旅》' }, index: 0, finish_reason: null }] }],
        answer('', 'stop'),
        DONE,
        FLOW,
      ),
    ),
  )
  expect(outcome).toMatchObject({ answer: { reply: '电影《铃芽之旅》' } })
  expect(outcome.transcript.received).toContain('flowResponses')
})

it('shows its token figures as unknown, since they are not real', async () => {
  const { outcome } = await ask(stream(toEvents(answer('十五天', 'stop'), DONE)))
  expect(outcome).toMatchObject({ answer: { usage: null } })
})

it('lists the tools', async () => {
  const { outcome } = await ask(
    stream(
      toEvents(
        ['toolCall', { tool: { id: 'call-1', toolName: 'DatasetSearch' } }],
        ['toolParams', { tool: { id: 'call-1', params: '{"query":' } }],
        ['toolParams', { tool: { id: 'call-1', params: '"年假"}' } }],
        answer('十五天', 'stop'),
        DONE,
      ),
    ),
  )
  expect(outcome).toMatchObject({ answer: { steps: [{ name: 'DatasetSearch', arguments: '{"query":"年假"}' }] } })
})

it('says that it waits for the user', async () => {
  const { outcome } = await ask(
    stream(toEvents(['interactive', { interactive: { type: 'userSelect', params: {} } }], DONE)),
  )
  expect(outcome).toMatchObject({ answer: { reply: '', status: 'inputRequired', statusReason: '等待用户选择或填写' } })
})

it('reads a reply in one piece, with the parts of its content', async () => {
  const content = [{ type: 'text', text: { content: '十五天' } }]
  const { outcome } = await ask(json({ responseData: [], choices: [{ message: { content }, finish_reason: 'stop' }] }))
  expect(outcome).toMatchObject({ answer: { reply: '十五天', usage: null } })
})

it.each<[string, Respond, string]>([
  ['an error as an event', stream(toEvents(['error', { message: '额度不足', code: 500 }])), 'agentFailed'],
  ['a code of its own', json({ code: 514, statusText: 'unAuthApiKey', message: '额度不足', data: null }), 'rejected'],
])('fails by %s', async (_, respond, failure) => {
  expect((await ask(respond)).outcome).toMatchObject({ failure, message: expect.stringContaining('额度不足') })
})
