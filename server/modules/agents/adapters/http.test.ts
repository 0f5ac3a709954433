import { describe, expect, it } from 'vitest'
import { AGENTS } from '#contracts/limits.ts'
import { json, type Respond, stream, toEvents } from '#testing/agent-server.ts'
import { AGENT_KEY, askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const TEMPLATE = { path: '/chat', body: '{"q": {{question}}, "h": {{history}}, "s": {{session}}}' }
const ANSWER = { data: { answer: '十五天', usage: { in: 3, out: '5' }, price: 0.01, tools: ['search', 'sum'] } }
const PATHS = {
  reply: '$.data.answer',
  input: '$.data.usage.in',
  output: '$.data.usage.out',
  cost: '$.data.price',
  steps: '$.data.tools[*]',
}

const ask = async (respond: Respond, connection: object = {}, question: object = {}) => {
  const agent = await startTestAgent(respond)
  const outcome = await askAgent(
    { kind: 'http', url: agent.url, template: TEMPLATE, paths: PATHS, ...connection },
    { question },
  )
  return { agent, outcome, request: agent.requests[0] }
}

describe('the request', () => {
  it('has JSON values in place of the placeholders', async () => {
    const message = '他说："好"\n{{session}}'
    const history = [{ role: 'user' as const, content: '你好' }]
    const { request } = await ask(json(ANSWER), {}, { message, history, session: 's1' })
    expect(request).toMatchObject({ method: 'POST', path: '/chat' })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${AGENT_KEY}`,
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      q: message,
      h: history,
      s: 's1',
    })
  })

  it.each<[string, unknown, object]>([
    ['with quotes around a placeholder', '{"q": "{{question}}"}', { q: '"好"' }],
    ['with a placeholder inside a text', '{"q": "问：{{ question }}！"}', { q: '问："好"！' }],
    ['as an object', { q: '{{question}}', n: 1 }, { q: '"好"', n: 1 }],
  ])('can be written %s', async (_, body, expected) => {
    const { request } = await ask(json(ANSWER), { template: { body } }, { message: '"好"' })
    expect(JSON.parse(request?.body ?? '')).toEqual(expected)
  })

  it('can be a form, and have placeholders in its path', async () => {
    const template = {
      path: '/chat/{{session}}?q={{question}}',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Lang': 'zh' },
      body: 'q={{question}}&n=1',
    }
    const { request } = await ask(json(ANSWER), { template }, { message: 'a&b=1/你', session: 's/1' })
    expect(request).toMatchObject({
      path: '/chat/s%2F1?q=a%26b%3D1%2F%E4%BD%A0',
      body: 'q=a%26b%3D1%2F%E4%BD%A0&n=1',
    })
    expect(request?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded', 'x-lang': 'zh' })
  })

  it('can be a GET without a body', async () => {
    const { request } = await ask(json(ANSWER), { template: { method: 'GET', path: '/ask?q={{question}}' } })
    expect(request).toMatchObject({ method: 'GET', body: '' })
    expect(request?.headers).not.toHaveProperty('content-type')
  })
})

describe('the reply', () => {
  it('is found by JSONPath, with tokens, cost and steps', async () => {
    expect((await ask(json(ANSWER))).outcome).toMatchObject({
      answer: {
        reply: '十五天',
        usage: { input: 3, output: 5 },
        cost: 0.01,
        steps: [{ name: 'search' }, { name: 'sum' }],
      },
    })
  })

  it.each<[string, string, unknown, string]>([
    [
      'by a filter',
      "$.messages[?@.type == 'answer'].content",
      {
        messages: [
          { type: 'verbose', content: '内部' },
          { type: 'answer', content: '十五天' },
        ],
      },
      '十五天',
    ],
    ['in several places', '$..text', { a: { text: '十五' }, b: [{ text: '天' }] }, '十五\n天'],
    ['as a number', '$.n', { n: 15 }, '15'],
    ['as an object', '$.o', { o: { n: 15 } }, '{"n":15}'],
  ])('can be found %s', async (_, reply, value, expected) => {
    expect((await ask(json(value), { paths: { reply } })).outcome).toMatchObject({ answer: { reply: expected } })
  })

  it('is shown if the path finds nothing', async () => {
    expect((await ask(json({ answer: '十五天' }))).outcome).toMatchObject({
      failure: 'pathNotFound',
      message: expect.stringContaining('{"answer":"十五天"}'),
    })
  })

  const whole =
    (text: string): Respond =>
    (reply) =>
      reply.end(text)
  const deep = (levels: number) => `{"answer":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const many = { a: Array.from({ length: 10_000 }, () => ({ b: { c: 1, n: 1 } })) }
  const searches = { reply: '$..c', input: '$..n', output: '$.a[*].b.n', done: '$..[?@.n>=0]' }

  it.each<[string, Respond, object, string, string]>([
    ['is too long', json({ a: '字'.repeat(300_000) }), { reply: '$.a' }, 'tooLarge', '256KB'],
    ['is nested too deep', whole(deep(5_000)), { reply: '$.answer' }, 'unreadable', '回复嵌套过深，最多48层'],
    ['has too many values to search', json(many), searches, 'unreadable', '回复中的值过多'],
    ['has an event with too many', stream(toEvents(many)), searches, 'unreadable', '回复中的值过多'],
    [
      'has too many values in all its events',
      stream(toEvents(...Array.from({ length: 200 }, () => ({ a: many.a.slice(0, 1_000) })))),
      { ...searches, done: '' },
      'unreadable',
      '回复中的值过多',
    ],
  ])('is a failure if it %s', async (_, respond, paths, failure, reason) => {
    const { outcome } = await ask(respond, { paths })
    expect(outcome).toMatchObject({ isAnswered: false, failure, message: expect.stringContaining(reason) })
  })

  it.each<[string, object]>([
    ['is polled for', { reply: '$.answer', task: '$..id', done: '$..done' }],
    ['says that it is done', { reply: '$.answer', task: '$.id', done: '$..done' }],
  ])('is a failure if it has too many values where it %s', async (_, paths) => {
    const template = { ...TEMPLATE, poll: { path: '/tasks/{{task}}' } }
    const respond = json({ id: 't1', answer: '十五天', many: Array.from({ length: 100_000 }, () => 1), done: false })
    const { outcome } = await ask(respond, { template, paths })
    expect(outcome).toMatchObject({ failure: 'unreadable', message: expect.stringContaining('回复中的值过多') })
  })

  it('may have many values if their places are named', async () => {
    const { outcome } = await ask(json(many), { paths: { reply: '$.a[9999].b.c' } })
    expect(outcome).toMatchObject({ answer: { reply: '1' } })
  })

  it('may be nested as deep as is searched', async () => {
    expect((await ask(whole(deep(47)), { paths: { reply: '$..answer' } })).outcome.isAnswered).toBe(true)
    expect((await ask(whole(deep(48)), { paths: { reply: '$..answer' } })).outcome.isAnswered).toBe(false)
  })

  it('is found in as many places as are kept', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `${index}`.repeat(1_000))
    const { outcome } = await ask(json({ a: texts }), { paths: { reply: '$.a[*]', steps: '$..*' } })
    expect(outcome).toMatchObject({ answer: { reply: texts.join('\n').slice(0, AGENTS.keptLength) } })
  })

  it('can be a stream, whose events are taken together until one says that it is done', async () => {
    const events = toEvents({ delta: '十五' }, { note: 1 }, { delta: '天' }, { done: true, n: 7 }, { delta: '多余' })
    const paths = { reply: '$.delta', done: '$.done', output: '$.n', input: '$.n' }
    expect((await ask(stream(events), { paths })).outcome).toMatchObject({
      answer: { reply: '十五天', usage: { input: 7, output: 7 } },
    })
  })

  it('can be one object a line, as n8n and Ollama stream', async () => {
    const lines = [{ type: 'begin' }, { content: '十五' }, { content: '天' }, { type: 'end', done: true }]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const paths = { reply: '$.content', done: '$.done' }
    expect((await ask(whole(text), { paths })).outcome).toMatchObject({ answer: { reply: '十五天' } })
    expect((await ask(whole(JSON.stringify(lines[1], null, 2)), { paths })).outcome).toMatchObject({
      answer: { reply: '十五' },
    })
  })

  it.each([
    ['a text', '年假是十五天。', '年假是十五天。'],
    ['a text that is JSON', '"十五天"', '十五天'],
    ['a number', '15', '15'],
  ])('can be %s and nothing else', async (_, text, reply) => {
    expect((await ask(whole(text), { paths: { reply: '$' } })).outcome).toMatchObject({ answer: { reply } })
  })

  it('says which path a text has, if another one was typed', async () => {
    expect((await ask(whole('年假是十五天。'))).outcome).toMatchObject({
      failure: 'plainText',
      message: expect.stringMatching(/请填 \$：年假是十五天。$/),
    })
  })

  it('can be asked for until it is ready', async () => {
    const connection = {
      template: { ...TEMPLATE, poll: { path: '/tasks/{{task}}?x=1' } },
      paths: { reply: '$.answer', task: '$.id', done: "$[?@ == 'ready']" },
    }
    const { agent, outcome } = await ask((reply, request, index) => {
      const bodies = [{ id: 't/1' }, { status: 'working' }, { status: 'ready', answer: '十五天' }]
      return json(bodies[index])(reply, request, index)
    }, connection)
    expect(outcome).toMatchObject({ answer: { reply: '十五天' } })
    expect(agent.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /chat',
      'GET /tasks/t%2F1?x=1',
      'GET /tasks/t%2F1?x=1',
    ])
    expect(agent.requests[2]?.headers).toMatchObject({ authorization: `Bearer ${AGENT_KEY}` })
  })
})
