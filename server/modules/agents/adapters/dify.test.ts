import { expect, it } from 'vitest'
import { json, stream, toEvents } from '#testing/agent-server.ts'
import { askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const IDS = { conversation_id: '45701982', message_id: '9da23599', task_id: 'c3800678' }
const END = {
  event: 'message_end',
  ...IDS,
  metadata: {
    usage: {
      prompt_tokens: 1033,
      completion_tokens: 135,
      total_tokens: 1168,
      total_price: '0.0013030',
      currency: 'USD',
      latency: 1.38,
    },
    retriever_resources: [],
  },
}
const message = (answer: string) => ({ event: 'message', ...IDS, answer })
const agentMessage = (answer: string) => ({ event: 'agent_message', ...IDS, answer })
const ask = async (events: string, connection: object = {}, question: object = {}) => {
  const agent = await startTestAgent(stream(events))
  return { agent, outcome: await askAgent({ kind: 'dify', url: `${agent.url}/v1`, ...connection }, { question }) }
}

it('sends a question of a conversation', async () => {
  const { agent, outcome } = await ask(toEvents(message('十五天'), END), {}, { session: '45701982' })
  expect(agent.requests[0]).toMatchObject({ method: 'POST', path: '/v1/chat-messages' })
  expect(JSON.parse(agent.requests[0]?.body ?? '')).toEqual({
    inputs: {},
    query: '年假有几天？',
    response_mode: 'streaming',
    conversation_id: '45701982',
    user: 'u1',
  })
  expect(outcome).toMatchObject({ answer: { reply: '十五天', session: '45701982' } })
})

it('reads tokens, and the price, which is a text, by the rate that was typed', async () => {
  const events = toEvents(message('十五天'), END)
  expect((await ask(events)).outcome).toMatchObject({ answer: { usage: { input: 1033, output: 135 }, cost: null } })
  const { outcome } = await ask(events, { price: { replyRate: 7 } })
  expect(outcome.isAnswered && outcome.answer.cost).toBeCloseTo(0.009121)
})

it('ignores pings and events about the workflow', async () => {
  const events = `event: ping\n\n${toEvents(
    { event: 'workflow_started', ...IDS, data: {} },
    { event: 'node_finished', ...IDS, data: { outputs: { text: '内部' } } },
    message('十五'),
    { event: 'ping' },
    message('天'),
    { event: 'workflow_finished', ...IDS, data: { status: 'succeeded' } },
    END,
  )}`
  expect((await ask(events)).outcome).toMatchObject({ answer: { reply: '十五天' } })
})

it('replaces what a moderation replaced', async () => {
  const { outcome } = await ask(
    toEvents(message('不该说的'), { event: 'message_replace', ...IDS, answer: '无法回答' }, END),
  )
  expect(outcome).toMatchObject({ answer: { reply: '无法回答' } })
})

it('takes an agent’s answer once, though its last message repeats it', async () => {
  const { outcome } = await ask(toEvents(agentMessage('十五'), agentMessage('天'), message('十五天'), END))
  expect(outcome).toMatchObject({ answer: { reply: '十五天' } })
})

it('keeps a repeated word of a chat assistant', async () => {
  const { outcome } = await ask(toEvents(message('好'), message('好'), END))
  expect(outcome).toMatchObject({ answer: { reply: '好好' } })
})

it('lists the tools of an agent once each, and its thoughts apart', async () => {
  const thought = { event: 'agent_thought', ...IDS, id: 't1', tool: 'search', tool_input: '{"q":"年假"}' }
  const { outcome } = await ask(
    toEvents(
      { ...thought, tool: '', thought: '先查手册' },
      thought,
      { ...thought, observation: '十五天' },
      agentMessage('十五天'),
      END,
    ),
  )
  expect(outcome).toMatchObject({
    answer: { reply: '十五天', reasoning: '先查手册', steps: [{ name: 'search', arguments: '{"q":"年假"}' }] },
  })
})

it('says that a workflow is paused, and why', async () => {
  const paused = { event: 'workflow_paused', ...IDS, data: { reasons: [{ node_title: '主管审批' }] } }
  expect((await ask(toEvents(message('请稍候'), paused))).outcome).toMatchObject({
    answer: { reply: '请稍候', status: 'paused', statusReason: '流程等待人工处理：主管审批' },
  })
})

it.each<[string, object]>([
  ['an error as an event', { event: 'error', ...IDS, status: 400, code: 'quota', message: '额度不足' }],
  ['a failed workflow', { event: 'workflow_finished', ...IDS, data: { status: 'failed', error: '额度不足' } }],
])('fails by %s, though the status is 200', async (_, event) => {
  const { outcome } = await ask(toEvents(message('十五'), event, END))
  expect(outcome).toMatchObject({
    failure: 'agentFailed',
    message: expect.stringContaining('额度不足'),
    partialReply: '十五',
  })
})

it('fails if the end is missing', async () => {
  expect((await ask(toEvents(message('十五')))).outcome).toMatchObject({ failure: 'disconnected' })
})

it('reads a reply in one piece', async () => {
  const agent = await startTestAgent(json({ ...END, event: 'message', answer: '十五天' }))
  expect(await askAgent({ kind: 'dify', url: agent.url })).toMatchObject({
    answer: { reply: '十五天', usage: { input: 1033, output: 135 } },
  })
})
