import { expect, it } from 'vitest'
import { json, stream } from '#testing/agent-server.ts'
import { askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

/** As the server writes it: without a blank after the colon. */
const STREAM = [
  {
    choices: [
      { delta: { content: '十五', role: 'assistant', function_call: null, tool_calls: null }, finish_reason: null },
    ],
  },
  { choices: [{ delta: { content: '天', role: 'assistant' }, finish_reason: null }] },
  {
    choices: [{ delta: { content: null, role: 'assistant' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 188, total_tokens: 193 },
  },
]
  .map((value) => `data:${JSON.stringify(value)}\n\n`)
  .concat('data:[DONE]\n\n')
  .join('')

it('asks the agent in the shape of OpenAI', async () => {
  const agent = await startTestAgent(stream(STREAM))
  const outcome = await askAgent({ kind: 'ragflow', url: agent.url, botId: 'agent/1' })
  expect(agent.requests[0]).toMatchObject({ path: '/api/v1/agents_openai/agent%2F1/chat/completions' })
  expect(JSON.parse(agent.requests[0]?.body ?? '')).toEqual({
    model: 'model',
    messages: [{ role: 'user', content: '年假有几天？' }],
    stream: true,
  })
  expect(outcome).toMatchObject({ answer: { reply: '十五天', usage: { input: 5, output: 188 } } })
})

it('fails by a code with the status 200', async () => {
  const agent = await startTestAgent(json({ code: 102, message: 'The last content is not from user.' }))
  expect(await askAgent({ kind: 'ragflow', url: agent.url, botId: '1' })).toMatchObject({
    failure: 'rejected',
    message: expect.stringContaining('The last content is not from user.'),
  })
})
