import { expect, it } from 'vitest'
import { json, stream, toEvents } from '#testing/agent-server.ts'
import { askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const chunk = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-123',
  object: 'chat.completion.chunk',
  model: 'gpt-4o-mini',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})
const USAGE = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 }

const STREAM = toEvents(
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: '查手册。' }),
  chunk({ content: '十五' }),
  chunk({ content: '天' }),
  chunk({}, { finish_reason: 'stop' }),
  { id: 'chatcmpl-123', choices: [], usage: USAGE },
  '[DONE]',
)

it('sends the whole conversation, and asks for a stream with its usage', async () => {
  const agent = await startTestAgent(stream(STREAM))
  const history = [
    { role: 'user' as const, content: '你好' },
    { role: 'assistant' as const, content: '您好' },
  ]
  await askAgent({ kind: 'openai', url: `${agent.url}/v1`, model: 'gpt-4o-mini' }, { question: { history } })
  const [request] = agent.requests
  expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
  expect(request?.headers).toMatchObject({ 'user-agent': 'zhijian/test', 'content-type': 'application/json' })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    model: 'gpt-4o-mini',
    messages: [...history, { role: 'user', content: '年假有几天？' }],
    stream: true,
    stream_options: { include_usage: true },
  })
})

it('reads a stream: text, reasoning apart, usage and model', async () => {
  const agent = await startTestAgent(stream(STREAM))
  expect(await askAgent({ kind: 'openai', url: agent.url })).toMatchObject({
    answer: {
      reply: '十五天',
      reasoning: '查手册。',
      usage: { input: 19, output: 10 },
      model: 'gpt-4o-mini',
      status: 'finished',
    },
  })
})

it('reads a reply in one piece, though a stream was asked for', async () => {
  const message = { role: 'assistant', content: '十五天', refusal: null }
  const agent = await startTestAgent(json({ model: 'm', choices: [{ message, finish_reason: 'stop' }], usage: USAGE }))
  expect(await askAgent({ kind: 'openai', url: agent.url })).toMatchObject({
    answer: { reply: '十五天', usage: { input: 19, output: 10 } },
  })
})

it('joins the pieces of tool calls', async () => {
  const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, function: fields }] })
  const agent = await startTestAgent(
    stream(
      toEvents(
        call(0, { name: 'search', arguments: '' }),
        call(0, { arguments: '{"q":' }),
        call(1, { name: 'weather', arguments: '{}' }),
        call(0, { arguments: '"年假"}' }),
        chunk({}, { finish_reason: 'tool_calls' }),
        '[DONE]',
      ),
    ),
  )
  expect(await askAgent({ kind: 'openai', url: agent.url })).toMatchObject({
    answer: {
      status: 'inputRequired',
      steps: [
        { name: 'search', arguments: '{"q":"年假"}' },
        { name: 'weather', arguments: '{}' },
      ],
    },
  })
})

it('says that a reply was cut', async () => {
  const agent = await startTestAgent(stream(toEvents(chunk({ content: '十' }, { finish_reason: 'length' }), '[DONE]')))
  expect(await askAgent({ kind: 'openai', url: agent.url })).toMatchObject({
    answer: { status: 'cut', statusReason: '达到长度上限' },
  })
})

it.each<[string, object | string]>([
  ['an error of another shape in place of a reply', { code: 102, message: 'the model is not ready' }],
  ['an error of OpenAI with the status 200', { error: { message: 'the model is not ready', code: null } }],
])('fails with the reason of %s', async (_, body) => {
  const whole = await startTestAgent(json(body))
  const streamed = await startTestAgent(stream(toEvents(chunk({ content: '十' }), body, '[DONE]')))
  for (const { url } of [whole, streamed])
    expect(await askAgent({ kind: 'openai', url })).toMatchObject({
      failure: 'rejected',
      message: expect.stringContaining('the model is not ready'),
    })
})
