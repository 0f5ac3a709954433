/** Asks an agent that speaks A2A, of version 1.0 or 0.3, through the protocol's own SDK. */
import { randomUUID } from 'node:crypto'
import { type Message, type Part, Role, type StreamResponse, type Task, TaskState, type TaskStatus } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { A2AError } from '@a2a-js/sdk/errors'
import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { type Adapter, type AdapterContext, createEnding, createHeaders, type Draft, type Ending } from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import { joinUrl } from '../join-url.ts'
import { toExcerpt } from '../vendor-message.ts'

const CARD_PATH = '/.well-known/agent-card.json'

export const askA2a: Adapter = async (context) => {
  const connection = createFetch(context)
  /** Returns why the SDK failed: the connection, which it reports in words of its own, or what the agent sent it. */
  const explain = (error: unknown): unknown => connection.findFailure() ?? toAgentError(error)
  const client = await createClient(context, connection.fetch).catch((error: unknown) => {
    throw explain(error)
  })
  return converse(client, context, explain)
}

/**
 * Returns why the SDK failed. An error of the protocol is what the agent says of its own failure; all others are about the
 * shape of what it sent, in which the SDK may also stumble, with a text that says nothing to its owner.
 */
function toAgentError(error: unknown): AgentError {
  if (error instanceof AgentError) return error
  if (error instanceof A2AError) return new AgentError('agentFailed', { detail: toExcerpt(error.message) })
  const isStumble = !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError
  return new AgentError('unreadable', {
    detail: isStumble ? MESSAGES.notA2a : `${MESSAGES.notA2a}（${toExcerpt(error.message)}）`,
  })
}

function createClient({ endpoint }: AdapterContext, fetchImpl: typeof fetch): Promise<Client> {
  const options = { fetchImpl, legacyCompat: { enabled: true } }
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(options), new RestTransportFactory(options)],
    cardResolver: new DefaultAgentCardResolver(options),
  })
  const card = endpoint.url.endsWith('.json') ? endpoint.url : joinUrl(endpoint.url, CARD_PATH)
  return factory.createFromUrl(card, '')
}

/**
 * Creates the `fetch` of the SDK, which sends through the guarded exchange. The card may name another server: the keys
 * stay with the one that they were typed for.
 */
function createFetch({ endpoint, exchange }: AdapterContext) {
  let failure: unknown

  const sendRequest = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const target = URL.parse(url)
    if (!target) throw new AgentError('invalidUrl', { detail: toExcerpt(url) })
    const isSameServer = target.origin === new URL(endpoint.url).origin
    const keys = isSameServer ? endpoint : { ...endpoint, secret: null, headers: {} }
    const headers = Object.fromEntries(new Headers(init.headers))
    const reply = await exchange.request({
      url,
      method: init.method ?? 'GET',
      headers: createHeaders(keys, headers),
      body: typeof init.body === 'string' ? init.body : undefined,
      isStream: headers.accept === 'text/event-stream',
    })
    if (!reply.isStream) return Response.json(reply.value)
    return new Response(toByteStream(encodeEvents(reply.events)), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }

  async function* encodeEvents(events: AsyncGenerator<{ event?: string | undefined; data: string }>) {
    const encoder = new TextEncoder()
    try {
      for await (const { event, data } of events) {
        const lines = data.split('\n').map((line) => `data: ${line}\n`)
        yield encoder.encode(`${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`)
      }
    } catch (error) {
      remember(error)
      throw error
    }
  }

  function remember(error: unknown): void {
    failure ??= exchange.explain(error)
  }

  return {
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      try {
        return await sendRequest(input, init)
      } catch (error) {
        remember(error)
        throw error
      }
    },
    /** Returns why a request or its reply failed: a failure of the connection, or a fault of ours. */
    findFailure: () => failure,
  }
}

const toByteStream = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })

/** The states in which nothing more comes by itself. */
const ENDED: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_INPUT_REQUIRED,
  TaskState.TASK_STATE_REJECTED,
  TaskState.TASK_STATE_AUTH_REQUIRED,
])

const FAILED: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
])

/** Asks the question. `explain` is for what the SDK throws; what is read from its objects is our own. */
async function converse(
  client: Client,
  { question, exchange, draft }: AdapterContext,
  explain: (error: unknown) => unknown,
): Promise<Ending> {
  const [contextId = '', taskId = ''] = (question.session ?? '').split(SEPARATOR)
  const reader = createReader(draft)
  const message = createMessage(question.message, { contextId, taskId })
  const request = { tenant: '', message, configuration: undefined, metadata: undefined }
  for await (const event of explainErrors(client.sendMessageStream(request), explain)) reader.read(event)
  while (!reader.isEnded()) {
    await exchange.wait(exchange.pollMs)
    const task = await client
      .getTask({ tenant: '', id: reader.getTaskId(), historyLength: 0 })
      .catch((error: unknown) => {
        throw explain(error)
      })
    reader.addTask(task)
  }
  return reader.finish()
}

/** Iterates over events, with errors as they are explained. Those of whoever reads the events aren't. */
async function* explainErrors<Event>(events: AsyncIterable<Event>, explain: (error: unknown) => unknown) {
  try {
    yield* events
  } catch (error) {
    throw explain(error)
  }
}

const SEPARATOR = ' '

const createMessage = (text: string, { contextId, taskId }: { contextId: string; taskId: string }): Message => ({
  messageId: randomUUID(),
  contextId,
  taskId,
  role: Role.ROLE_USER,
  parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
})

/** Creates the reader of messages, tasks and their updates, which fills the draft. */
function createReader(draft: Draft) {
  const artifacts = new Map<string, string>()
  let answer: string | undefined
  let status: TaskStatus | undefined
  let ids = { contextId: '', taskId: '' }

  const showArtifacts = () => draft.replaceText([...artifacts.values()].filter(Boolean).join('\n'))

  function addTask(task: Task): void {
    ids = { contextId: task.contextId, taskId: task.id }
    status = task.status ?? status
    for (const { artifactId, parts } of task.artifacts) artifacts.set(artifactId, readParts(parts))
    showArtifacts()
  }

  return {
    addTask,

    read({ payload }: StreamResponse): void {
      if (payload?.$case === 'task') addTask(payload.value)
      if (payload?.$case === 'message') {
        answer = readParts(payload.value.parts)
        ids = { contextId: payload.value.contextId, taskId: payload.value.taskId }
        draft.replaceText(answer)
      }
      if (payload?.$case === 'statusUpdate') {
        status = payload.value.status ?? status
        ids = { contextId: payload.value.contextId, taskId: payload.value.taskId }
      }
      if (payload?.$case === 'artifactUpdate' && payload.value.artifact) {
        const { artifactId, parts } = payload.value.artifact
        const earlier = payload.value.append ? (artifacts.get(artifactId) ?? '') : ''
        artifacts.set(artifactId, earlier + readParts(parts))
        showArtifacts()
      }
    },

    isEnded: (): boolean => answer !== undefined || status === undefined || ENDED.has(status.state),
    getTaskId: (): string => ids.taskId,

    /** Returns the ending. The message of the last status is the answer if there is no other. */
    finish(): Ending {
      const statusText = status?.message ? readParts(status.message.parts) : ''
      const state = status?.state ?? TaskState.TASK_STATE_COMPLETED
      if (FAILED.has(state)) throw new AgentError('agentFailed', { detail: toExcerpt(statusText) })
      if (draft.text === '') draft.replaceText(statusText)
      const isWaiting = state === TaskState.TASK_STATE_INPUT_REQUIRED || state === TaskState.TASK_STATE_AUTH_REQUIRED
      const needsSignIn = state === TaskState.TASK_STATE_AUTH_REQUIRED
      return createEnding({
        status: isWaiting ? 'inputRequired' : 'finished',
        statusReason: needsSignIn ? '等待用户授权' : isWaiting ? '等待用户补充信息' : '',
        // Only a task that waits is continued; otherwise, the next question starts another one.
        session: `${ids.contextId}${SEPARATOR}${isWaiting ? ids.taskId : ''}`,
      })
    },
  }
}

const readParts = (parts: readonly Part[]): string =>
  parts
    .map(({ content }) => {
      if (content?.$case === 'text') return content.value
      return content?.$case === 'data' ? JSON.stringify(content.value) : ''
    })
    .filter(Boolean)
    .join('\n')
