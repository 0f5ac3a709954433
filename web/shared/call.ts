/**
 * The API client of the site and the back office. It throws plain `CallError` objects, which can be serialized with
 * the state of a page.
 */
import type { Call, CallInput, CallReply } from '#contracts/call.ts'
import { buildCallUrl, type UrlParts } from '#contracts/call-url.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'
import { describeHttpError } from '#contracts/messages/http-error.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { type CallError, isKeyReused } from './call-error.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Replaces the key that is the same for equal requests, if the call accepts one. */
  idempotencyKey?: string
}

/** The input argument; optional if none of its fields is required. */
export type CallArguments<C extends Call> =
  Record<never, never> extends CallInput<C> ? [input?: CallInput<C> & CallOptions] : [input: CallInput<C> & CallOptions]

type UntypedInput = UrlParts & CallOptions & { body?: unknown; unvalidatedBody?: unknown; version?: number }

type Authentication = {
  /** Returns the bearer token; `null` if nobody is signed in. */
  readToken(): string | null
  /** Called if the server rejects the token with 401. `isAction` says whether the call was to change something. */
  onRejectedToken?(token: string, isAction: boolean): void
}

let authentication: Authentication = { readToken: () => null }

export function configureAuthentication(configured: Authentication): void {
  authentication = configured
}

export const getToken = (): string | null => authentication.readToken()

let idempotencyKeys = createIdempotencyKeys()

/** Keeps the idempotency keys of requests without a reply, so that they outlive a reload of the page. */
export function configureKeyStorage(storage: Parameters<typeof createIdempotencyKeys>[0]): void {
  idempotencyKeys = createIdempotencyKeys(storage)
}

/**
 * Sends a request with the idempotency key of its content, if the contract accepts one: until it succeeds, the same
 * request has the same key. What was deleted may be created again, so a deletion forgets all keys.
 */
export async function sendWithKey<Result>(
  { method, hasIdempotencyKey }: Pick<Call, 'method' | 'hasIdempotencyKey'>,
  { content, idempotencyKey }: { content: string; idempotencyKey?: string | undefined },
  send: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  if (!hasIdempotencyKey) {
    const result = await send({})
    if (method === 'DELETE') idempotencyKeys.forgetAll()
    return result
  }
  const sendKey = (key: string) => send({ [IDEMPOTENCY_KEY_HEADER]: `"${key}"` })
  if (idempotencyKey !== undefined) return sendKey(idempotencyKey)
  const result = await sendKey(idempotencyKeys.get(content)).catch((error: unknown) => {
    // The earlier request was another user's.
    if (!isKeyReused(error)) throw error
    idempotencyKeys.forget(content)
    return sendKey(idempotencyKeys.get(content))
  })
  idempotencyKeys.forget(content)
  return result
}

/** The type of `call`, for functions that also handle some of its errors. */
export type CallFunction = <C extends Call>(contract: C, ...input: CallArguments<C>) => Promise<CallReply<C>>

/**
 * Sends the request that a contract describes and returns its typed reply. The reply of a versioned call includes its
 * `version`, to be sent with the next save; if it is missing, the call fails with the status of the reply. Throws a
 * `CallError` with the server's message, field errors and reason. If the server sent no message, it has the failure
 * message of the contract, or else the status; if the server can't be reached, the message of a network error. If the
 * request was aborted, throws the original error.
 */
export function call<C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>>
export async function call(
  contract: Call,
  { version, body: validatedBody, unvalidatedBody, idempotencyKey, ...input }: UntypedInput = {},
): Promise<unknown> {
  const url = buildCallUrl(contract, input)
  const body = validatedBody ?? unvalidatedBody
  const content = `${contract.method} ${url} ${JSON.stringify(body)}`
  const { reply, status, headers } = await sendWithKey(contract, { content, idempotencyKey }, (keyHeaders) =>
    request(contract.method, url, {
      ...input,
      body,
      headers: version === undefined ? keyHeaders : { ...keyHeaders, 'if-match': `"${version}"` },
      failureMessage: contract.failureMessage,
    }),
  )
  if (!contract.etag) return reply
  const replyVersion = parseVersion(headers.get('etag'))
  if (replyVersion === undefined) throw { status, message: SITE_MESSAGES.callFailed } satisfies CallError
  return { ...reply, version: replyVersion }
}

type RequestOptions = Pick<UntypedInput, 'body' | 'signal' | 'keepalive'> & {
  headers?: Readonly<Record<string, string>> | undefined
  failureMessage: string | undefined
}

async function request(
  method: string,
  url: string,
  { body, signal, keepalive, headers: extraHeaders, failureMessage }: RequestOptions,
) {
  const token = getToken()
  const headers = new Headers({ accept: 'application/json', ...extraHeaders })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(url, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    keepalive,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw { status: 0, message: SITE_MESSAGES.network } satisfies CallError
  })
  if (response.status === 401 && token) authentication.onRejectedToken?.(token, method !== 'GET')
  const reply: unknown = response.status === 204 ? {} : await parseBody(response, signal)
  // Replies are not validated here, which keeps the schemas out of the bundle; the API tests validate them.
  if (response.ok && isSuccessful(reply)) return { reply, status: response.status, headers: response.headers }
  throw toCallError(response.status, reply, failureMessage ?? describeHttpError(response.status))
}

/** Parses a body; `undefined` if it is truncated or not JSON. Rethrows if the request was aborted. */
const parseBody = (response: Response, signal: AbortSignal | undefined): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })

/** Parses the version from an ETag, strong (`"3"`) or weak (`W/"3"`, after a compressing proxy). */
function parseVersion(etag: string | null): number | undefined {
  const version = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}

const isSuccessful = (reply: unknown): reply is object =>
  typeof reply === 'object' &&
  reply !== null &&
  // A sign-in that still needs a two-factor code is not an error; the sign-in form handles it.
  (!('success' in reply) || reply.success === true || 'twoFactorRequired' in reply)

/** Builds a `CallError` from a status and a body; `defaultMessage` is used if the body has no message. */
export function toCallError(status: number, body: unknown, defaultMessage: string): CallError {
  const { message, errors, reason } = Object(body)
  const failure: CallError = { status, message: message || defaultMessage }
  if (!message) failure.isDefaultMessage = true
  if (Array.isArray(errors)) failure.errors = errors
  if (reason) failure.reason = reason
  return failure
}
