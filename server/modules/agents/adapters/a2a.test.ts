/** Tested against the server of the protocol's own SDK, in both versions. */
import { AgentCard, type Message, type Part, Role, TaskState } from '@a2a-js/sdk'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server'
import { describe, expect, it } from 'vitest'
import { json, type Respond } from '#testing/agent-server.ts'
import { AGENT_KEY, askAgent } from '#testing/ask-agent.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const VERSIONS = ['1.0', '0.3'] as const
type Version = (typeof VERSIONS)[number]
type Execute = (context: RequestContext, publish: ReturnType<typeof createPublisher>) => void

const toPart = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: 'text/plain',
})

/** Creates functions that publish what an agent says. */
function createPublisher({ taskId, contextId }: RequestContext, bus: ExecutionEventBus) {
  const toMessage = (text: string): Message => ({
    messageId: `m-${text}`,
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [toPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  })
  const toStatus = (state: TaskState, text: string) => ({
    state,
    message: text === '' ? undefined : toMessage(text),
    timestamp: '2026-11-21T02:00:00.000Z',
  })
  return {
    message: (text: string) => bus.publish(AgentEvent.message({ ...toMessage(text), taskId: '' })),
    task: (state = TaskState.TASK_STATE_WORKING) =>
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: toStatus(state, ''),
          artifacts: [],
          history: [],
          metadata: undefined,
        }),
      ),
    status: (state: TaskState, text = '') =>
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: toStatus(state, text), metadata: undefined })),
    artifact: (artifactId: string, text: string, append = false) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: {
            artifactId,
            name: '',
            description: '',
            parts: [toPart(text)],
            metadata: undefined,
            extensions: [],
          },
          append,
          lastChunk: false,
          metadata: undefined,
        }),
      ),
  }
}

const createCard = (url: string, { version, isStreaming }: { version: Version; isStreaming: boolean }) =>
  AgentCard.fromJSON({
    name: '手册助手',
    description: '',
    version: '1.0.0',
    capabilities: { streaming: isStreaming },
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: version }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
  })

/** A card of an agent that doesn't stream, as it may come. */
const createCardOf = (url: string, protocolBinding: string) => ({
  name: '手册助手',
  description: '',
  version: '1.0.0',
  capabilities: { streaming: false },
  supportedInterfaces: [{ url, protocolBinding, protocolVersion: '1.0' }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
})

/** The card as a server of the earlier version sends it. */
const toLegacyCard = (url: string, isStreaming: boolean) => ({
  name: '手册助手',
  description: '',
  protocolVersion: '0.3.0',
  version: '1.0.0',
  url,
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: isStreaming },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
})

type Setup = { version?: Version; isStreaming?: boolean; rpcUrl?: string }

/** Starts an agent that executes each message, served by the SDK. */
async function startA2a(execute: Execute, { version = '1.0', isStreaming = true, rpcUrl }: Setup = {}) {
  const executor: AgentExecutor = {
    async execute(context, bus) {
      execute(context, createPublisher(context, bus))
      bus.finished()
    },
    async cancelTask() {},
  }
  let transport: Pick<JsonRpcTransportHandler | LegacyJsonRpcTransportHandler, 'handle'>
  const agent = await startTestAgent(async (reply, request, index) => {
    const url = rpcUrl ?? `${agent.url}/rpc`
    const card =
      version === '1.0' ? AgentCard.toJSON(createCard(url, { version, isStreaming })) : toLegacyCard(url, isStreaming)
    if (request.method === 'GET') return json(card)(reply, request, index)
    transport ??= createTransport(url)
    const context = new ServerCallContext({ requestedVersion: version })
    const result = await transport.handle(JSON.parse(request.body), context)
    if (!(Symbol.asyncIterator in result)) return json(result)(reply, request, index)
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for await (const event of result) reply.write(`data: ${JSON.stringify(event)}\n\n`)
    reply.end()
  })
  function createTransport(url: string) {
    const handler = new DefaultRequestHandler(
      createCard(url, { version, isStreaming }),
      new InMemoryTaskStore(),
      executor,
    )
    return version === '1.0' ? new JsonRpcTransportHandler(handler) : new LegacyJsonRpcTransportHandler(handler)
  }
  return agent
}

const ask = async (execute: Execute, setup: Setup = {}, question: object = {}) => {
  const agent = await startA2a(execute, setup)
  return { agent, outcome: await askAgent({ kind: 'a2a', url: agent.url }, { question }) }
}

describe.each(VERSIONS)('an agent of version %s', (version) => {
  it('answers by a message', async () => {
    const { agent, outcome } = await ask((_context, { message }) => message('十五天'), { version })
    expect(outcome).toMatchObject({ answer: { reply: '十五天', status: 'finished' } })
    expect(agent.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /.well-known/agent-card.json',
      'POST /rpc',
    ])
    expect(JSON.parse(agent.requests[1]?.body ?? '').method).toBe(
      version === '1.0' ? 'SendStreamingMessage' : 'message/stream',
    )
    for (const { headers } of agent.requests) expect(headers.authorization).toBe(`Bearer ${AGENT_KEY}`)
  })

  it('answers by the artifacts of a task, which arrive in pieces', async () => {
    const { outcome } = await ask(
      (_context, { task, artifact, status }) => {
        task()
        status(TaskState.TASK_STATE_WORKING, '正在查手册')
        artifact('a', '十五')
        artifact('a', '天', true)
        artifact('b', '见手册第3页')
        status(TaskState.TASK_STATE_COMPLETED)
      },
      { version },
    )
    expect(outcome).toMatchObject({ answer: { reply: '十五天\n见手册第3页', status: 'finished' } })
  })

  it('does not have to stream', async () => {
    const { agent, outcome } = await ask(
      (_context, { task, artifact, status }) => {
        task()
        artifact('a', '十五天')
        status(TaskState.TASK_STATE_COMPLETED)
      },
      { version, isStreaming: false },
    )
    expect(outcome).toMatchObject({ answer: { reply: '十五天' } })
    expect(JSON.parse(agent.requests[1]?.body ?? '').method).toBe(version === '1.0' ? 'SendMessage' : 'message/send')
  })

  it('ends the turn if it needs more, and goes on with the same task', async () => {
    const setup = { version }
    const execute: Execute = ({ task: earlier }, { task, artifact, status }) => {
      task()
      if (!earlier) return status(TaskState.TASK_STATE_INPUT_REQUIRED, '哪一年入职？')
      artifact('a', '十五天')
      status(TaskState.TASK_STATE_COMPLETED)
    }
    const { agent, outcome } = await ask(execute, setup)
    expect(outcome).toMatchObject({ answer: { reply: '哪一年入职？', status: 'inputRequired' } })
    const session = outcome.isAnswered ? outcome.answer.session : null
    const next = await askAgent({ kind: 'a2a', url: agent.url }, { question: { message: '2016年', session } })
    expect(next).toMatchObject({ answer: { reply: '十五天', status: 'finished' } })
  })

  it('fails with its reason', async () => {
    const { outcome } = await ask(
      (_context, { task, status }) => {
        task()
        status(TaskState.TASK_STATE_FAILED, '额度不足')
      },
      { version },
    )
    expect(outcome).toMatchObject({ failure: 'agentFailed', message: expect.stringContaining('额度不足') })
  })
})

it('asks for a task until it is done', async () => {
  let asked = 0
  const task = (state: string, artifacts: object[] = []) => ({
    id: 't1',
    contextId: 'c1',
    status: { state },
    artifacts,
  })
  const agent = await startTestAgent((reply, request, index) => {
    const card = AgentCard.toJSON(createCard(`${agent.url}/rpc`, { version: '1.0', isStreaming: false }))
    if (request.method === 'GET') return json(card)(reply, request, index)
    const { id, method } = JSON.parse(request.body)
    asked += 1
    const done = task('TASK_STATE_COMPLETED', [{ artifactId: 'a', parts: [{ text: '十五天' }] }])
    const result =
      method === 'SendMessage' ? { task: task('TASK_STATE_SUBMITTED') } : asked < 4 ? task('TASK_STATE_WORKING') : done
    return json({ jsonrpc: '2.0', id, result })(reply, request, index)
  })
  expect(await askAgent({ kind: 'a2a', url: agent.url })).toMatchObject({ answer: { reply: '十五天' } })
  expect(asked).toBe(4)
})

it('does not send the key to another server that the card names', async () => {
  const other = await startA2a((_context, { message }) => message('十五天'))
  const { outcome } = await ask(() => {}, { rpcUrl: `${other.url}/rpc` })
  expect(outcome).toMatchObject({ answer: { reply: '十五天' } })
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
})

it.each<[string, Respond, string]>([
  [
    'a page in place of the card',
    (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    'html',
  ],
  ['no card', json({}, 404), 'notFound'],
  ['a rejected key', json({}, 401), 'unauthorized'],
  ['a card that is none', json({ hello: 'world' }), 'unreadable'],
  ['a card that is a list', json([]), 'unreadable'],
  ['a card that is null', json(null), 'unreadable'],
  ['a card whose interfaces are none', json({ name: '手册助手', supportedInterfaces: [null] }), 'unreadable'],
  ['a card with a protocol that nobody speaks', json(createCardOf('http://127.0.0.1:9', 'SMOKE')), 'unreadable'],
  ['a card with a malformed address', json(createCardOf('::', 'JSONRPC')), 'invalidUrl'],
])('fails by %s', async (_, respond, failure) => {
  const agent = await startTestAgent(respond)
  const faults: unknown[] = []
  const outcome = await askAgent({ kind: 'a2a', url: agent.url }, { onFault: (fault) => faults.push(fault) })
  expect(outcome).toMatchObject({ isAnswered: false, failure })
  expect({ outcome, faults }).toMatchObject({ faults: [] })
  // What the SDK says when it stumbles helps nobody.
  expect(outcome).not.toMatchObject({ message: expect.stringMatching(/undefined|null|is not/) })
})

describe('an answer that breaks the protocol', () => {
  const askWith = async (toReply: (id: unknown) => unknown) => {
    const agent = await startTestAgent((reply, request, index) => {
      if (request.method === 'GET') return json(createCardOf(`${agent.url}/rpc`, 'JSONRPC'))(reply, request, index)
      return json(toReply(JSON.parse(request.body).id))(reply, request, index)
    })
    const faults: unknown[] = []
    const outcome = await askAgent({ kind: 'a2a', url: agent.url }, { onFault: (fault) => faults.push(fault) })
    return { outcome, faults }
  }

  it.each<[string, (id: unknown) => unknown]>([
    ['null', () => null],
    ['a list', () => []],
    ['a text', () => 'ok'],
    ['no result', (id) => ({ jsonrpc: '2.0', id })],
    ['a result that is null', (id) => ({ jsonrpc: '2.0', id, result: null })],
    ['a task that is null', (id) => ({ jsonrpc: '2.0', id, result: { task: null } })],
    ['parts that are none', (id) => ({ jsonrpc: '2.0', id, result: { message: { parts: 'x' } } })],
    ['artifacts that are null', (id) => ({ jsonrpc: '2.0', id, result: { task: { id: 't', artifacts: [null] } } })],
    ['an error that is null', (id) => ({ jsonrpc: '2.0', id, error: null })],
  ])('is the agent’s, not a fault of ours: %s', async (_, toReply) => {
    const { outcome, faults } = await askWith(toReply)
    expect({ faults, isAnswered: outcome.isAnswered }).toEqual({ faults: [], isAnswered: false })
    expect(['unreadable', 'emptyReply']).toContain(!outcome.isAnswered && outcome.failure)
  })

  it('says what an error of the protocol says', async () => {
    const error = { code: -32_000, message: '额度不足' }
    const { outcome } = await askWith((id) => ({ jsonrpc: '2.0', id, error }))
    expect(outcome).toMatchObject({ failure: 'agentFailed', message: expect.stringContaining('额度不足') })
  })
})

it('reports a fault of ours as such', async () => {
  const agent = await startA2a((_context, { message }) => message('十五天'))
  const faults: unknown[] = []
  const fault = new TypeError('a fault of ours')
  const outcome = await askAgent(
    { kind: 'a2a', url: agent.url },
    { send: () => Promise.reject(fault), onFault: (error) => faults.push(error) },
  )
  expect({ outcome, faults }).toMatchObject({ outcome: { failure: 'ourFault' }, faults: [fault] })
})
