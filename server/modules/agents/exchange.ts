/** The requests by which one question is asked, with their deadlines, their limits and a record of what was exchanged. */
import type { Readable } from 'node:stream'
import { AGENTS } from '#contracts/limits.ts'
import { ConnectionError, toConnectionError } from '#server/platform/guarded-connection.ts'
import type { GuardedReply, SendGuarded } from '#server/platform/guarded-request.ts'
import { AgentError } from './agent-error.ts'
import { type AgentReply, openReply, readErrorText } from './reply-reader.ts'
import { parseRetryAfter } from './retry-after.ts'
import { readVendorMessage } from './vendor-message.ts'

type ExchangeOptions = {
  send: SendGuarded
  timeoutMs: number
  firstTokenTimeoutMs: number
  silenceMs: number
  /** The interval between two questions whether a task is done. */
  pollMs: number
  /** Ends the exchange, for example because a run was cancelled. */
  signal?: AbortSignal | undefined
}

export type AgentRequest = {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** Whether the reply is expected word by word, so that its first word has a deadline of its own. */
  isStream: boolean
  /** Whether a text that isn't JSON may be the reply; by default, it is none. */
  isTextReadable?: boolean
}

export type Exchange = ReturnType<typeof createExchange>

/** What is recorded beyond what is kept, so that a key at its end is complete, and masked: as long as one can be escaped. */
const MASKED_LENGTH = 6 * AGENTS.secret

/** Creates the exchange of one question; the deadlines count from now. It must be closed. */
export function createExchange(options: ExchangeOptions) {
  const startedAt = performance.now()
  const controller = new AbortController()
  const stop = (error: AgentError) => controller.abort(error)
  const totalTimer = setTimeout(() => stop(new AgentError('timeout')), options.timeoutMs)
  let firstTokenTimer: NodeJS.Timeout | undefined
  let silenceTimer: NodeJS.Timeout | undefined
  const cancel = () => stop(new AgentError('cancelled'))
  options.signal?.addEventListener('abort', cancel, { once: true })
  if (options.signal?.aborted) cancel()
  let firstTokenMs: number | undefined
  const transcript = { sent: '', received: '', body: '' }
  let sending = 0
  let openBodies: Readable[] = []

  function hear(): void {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => stop(new AgentError('silence')), options.silenceMs)
  }

  function record(text: string): void {
    const room = AGENTS.keptLength + MASKED_LENGTH
    if (transcript.received.length < room) transcript.received += text.slice(0, room - transcript.received.length)
    if (transcript.body.length < room) transcript.body += text.slice(0, room - transcript.body.length)
  }

  /** Returns why something failed: a deadline that has passed, or else the error itself. */
  function explain(error: unknown): unknown {
    if (controller.signal.aborted) return controller.signal.reason
    if (error instanceof AgentError || !(error instanceof Error)) return error
    const { failure, detail } = toConnectionError(error)
    // What isn't about the connection is a fault of ours.
    return error instanceof ConnectionError || 'code' in error ? new AgentError(failure, { detail }) : error
  }

  async function send(outgoing: Omit<AgentRequest, 'isStream' | 'isTextReadable'>): Promise<GuardedReply> {
    sending += 1
    try {
      const reply = await options.send({ ...outgoing, signal: controller.signal })
      openBodies = [...openBodies.filter(isOpen), reply.body]
      return reply
    } catch (error) {
      throw explain(error)
    } finally {
      sending -= 1
    }
  }

  async function request(outgoing: AgentRequest): Promise<AgentReply> {
    const { url, method, headers, body, isStream, isTextReadable = false } = outgoing
    if (isStream && firstTokenTimer === undefined && firstTokenMs === undefined)
      firstTokenTimer = setTimeout(() => stop(new AgentError('firstTokenTimeout')), options.firstTokenTimeoutMs)
    transcript.sent += `${transcript.sent === '' ? '' : '\n\n'}${describeRequest(outgoing)}`
    const reply = await send({ url, method, headers, body })
    transcript.received += `${transcript.received === '' ? '' : '\n\n'}HTTP ${reply.status} ${reply.headers['content-type'] ?? ''}\n`
    transcript.body = ''
    const source = { reply, hear, record, explain, isTextReadable }
    if (reply.status < 200 || reply.status > 299) throw await toStatusError(reply, await readErrorText(source))
    return openReply(source)
  }

  return {
    request,
    pollMs: options.pollMs,
    transcript,

    /** Records that the reply has begun. */
    markToken(): void {
      firstTokenMs ??= performance.now() - startedAt
      clearTimeout(firstTokenTimer)
    },

    /** Returns the milliseconds until the first word, if there was one, and until now. */
    measure: () => ({
      firstTokenMs: firstTokenMs === undefined ? undefined : Math.round(firstTokenMs),
      totalMs: Math.round(performance.now() - startedAt),
    }),

    /** Waits until it is time to ask again. Throws what has ended the exchange. */
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const end = () => reject(controller.signal.reason)
        if (controller.signal.aborted) return end()
        // Nobody is silent who isn't asked.
        clearTimeout(silenceTimer)
        setTimeout(() => {
          controller.signal.removeEventListener('abort', end)
          resolve()
        }, milliseconds)
        controller.signal.addEventListener('abort', end, { once: true })
      }),

    explain,

    /** Ends what is still open. Aborting what has ended would cost the stack of an error for each question. */
    close(): void {
      for (const timer of [totalTimer, firstTokenTimer, silenceTimer]) clearTimeout(timer)
      options.signal?.removeEventListener('abort', cancel)
      if (sending > 0 || openBodies.some(isOpen)) cancel()
    },
  }
}

/** Whoever has read a body destroys it, also if it has ended. */
const isOpen = ({ destroyed }: Readable): boolean => !destroyed

const describeRequest = ({ url, method, headers, body }: AgentRequest): string =>
  [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ].join('\n')

/** How statuses are reported; others by their class. */
const FAILURE_BY_STATUS = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  408: 'overloaded',
  429: 'rateLimited',
  502: 'overloaded',
  503: 'overloaded',
  504: 'overloaded',
  529: 'overloaded',
} as const

const isKnownStatus = (status: number): status is keyof typeof FAILURE_BY_STATUS => status in FAILURE_BY_STATUS

function toStatusError({ status, headers }: GuardedReply, text: string): AgentError {
  if (status < 400) return new AgentError('redirected', { status, detail: String(status) })
  const failure = isKnownStatus(status) ? FAILURE_BY_STATUS[status] : status >= 500 ? 'serverError' : 'rejected'
  const message = readVendorMessage(text)
  const isNamed = status === 401 || status === 403 || status === 404 || status === 429
  const detail = isNamed ? message : [String(status), message].filter(Boolean).join(' ')
  return new AgentError(failure, { status, detail, retryAfterMs: parseRetryAfter(headers['retry-after'], new Date()) })
}
