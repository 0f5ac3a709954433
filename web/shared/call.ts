/** The HTTP client: makes a call by its contract and input, and returns its reply; failures are plain data. */
import type { Call, CallInput, CallReply } from '#contracts/call.ts'
import { type AddressParts, callAddress } from '#contracts/call-address.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ReadFailure } from './read-failure.ts'

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** The input of a call; optional if nothing of it is required. */
export type CallArguments<C extends Call> =
  Record<never, never> extends CallInput<C> ? [input?: CallInput<C> & CallOptions] : [input: CallInput<C> & CallOptions]

type AnyInput = AddressParts & CallOptions & { body?: unknown; unvalidatedBody?: unknown; version?: number }

let readToken: () => string | null = () => null
let onRefusedToken: (token: string) => void = () => {}

/** Configures the source of the bearer token, and the listener for tokens that the server refuses. */
export function configureToken(source: () => string | null, onRefused: (token: string) => void = () => {}): void {
  readToken = source
  onRefusedToken = onRefused
}

export const currentToken = (): string | null => readToken()

/**
 * Makes a call. Returns its reply as the contract describes it; versioned replies have a `version`, which a save sends
 * back. Throws a `ReadFailure`: the server's message, its errors by field and its reason, else the call's own, else
 * that of a lost connection.
 */
export function call<C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>>
export async function call(
  contract: Call,
  { version, unvalidatedBody, body = unvalidatedBody, ...input }: AnyInput = {},
): Promise<unknown> {
  const ifMatch = version === undefined ? undefined : { 'if-match': `"${version}"` }
  const { reply, headers } = await request(contract.method, callAddress(contract, input), {
    ...input,
    body,
    headers: ifMatch,
    failed: contract.failed,
  })
  return contract.version ? Object.assign(reply, { version: getVersion(headers.get('etag')) }) : reply
}

type RequestOptions = Pick<AnyInput, 'body' | 'signal' | 'keepalive'> & {
  headers?: Readonly<Record<string, string>> | undefined
  failed: string | undefined
}

async function request(
  method: string,
  address: string,
  { body, signal, keepalive, headers: more, failed }: RequestOptions,
) {
  const token = readToken()
  const headers = new Headers({ accept: 'application/json', ...more })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(address, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    keepalive,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw { status: 0, message: SITE_MESSAGES.network } satisfies ReadFailure
  })
  if (response.status === 401 && token) onRefusedToken(token)
  const reply: unknown = response.status === 204 ? {} : await readJson(response, signal)
  // Tests check replies against their contracts; checking here too would send every schema to every visitor.
  if (response.ok && isSuccessful(reply)) return { reply, headers: response.headers }
  throw getFailure(response.status, reply, failed ?? SITE_MESSAGES.callFailed)
}

/** Returns what a reply holds, `undefined` if it is cut off or no JSON. Throws if the caller has given it up. */
const readJson = (response: Response, signal: AbortSignal | undefined): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })

/**
 * Returns the version that an entity tag names, strong (`"3"`) or weak: a proxy that compresses makes it `W/"3"`. Throws a
 * `ReadFailure` without one: nothing could be saved on it.
 */
function getVersion(etag: string | null): number {
  const version = /\d+/.exec(etag ?? '')?.[0]
  if (version === undefined) throw { status: 0, message: SITE_MESSAGES.callFailed } satisfies ReadFailure
  return Number(version)
}

const isSuccessful = (reply: unknown): reply is object =>
  typeof reply === 'object' &&
  reply !== null &&
  // A sign-in that awaits a code is neither success nor failure; its caller handles it.
  (!('success' in reply) || reply.success === true || 'twoFactorRequired' in reply)

/** Returns a failure from a reply's status and body; `defaultMessage` is its message if the reply has none. */
export function getFailure(status: number, reply: unknown, defaultMessage: string): ReadFailure {
  const { message, errors, reason } = Object(reply)
  return {
    ...(message ? { status, message } : { status, message: defaultMessage, hasNoMessage: true as const }),
    ...(Array.isArray(errors) ? { errors } : {}),
    ...(reason ? { reason } : {}),
  }
}
