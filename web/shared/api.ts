/** The one way to the server's calls: JSON in and out, a bearer token where there is one, failures as plain data. */
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ReadFailure } from './read-failure.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Gets the headers of a reply that went well. */
  onHeaders?: (headers: Headers) => void
}

let readToken: () => string | null = () => null
let onRefusedToken: (token: string) => void = () => {}

/** Says where the bearer token is found, and who is told when the server no longer takes it. */
export function takeTokenFrom(source: () => string | null, onRefused: (token: string) => void = () => {}): void {
  readToken = source
  onRefusedToken = onRefused
}

/**
 * Calls the server. Takes an address under `/api`; gives the whole reply, as its contract has it.
 * Throws a `ReadFailure`: the server's sentence, else `HTTP error! status: {code}`, else that of a lost connection.
 */
export async function callApi<Reply>(
  path: string,
  { method = 'GET', body, signal, headers: more, keepalive, onHeaders }: Call = {},
): Promise<Reply> {
  const token = readToken()
  const headers = new Headers({ accept: 'application/json', ...more })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw { status: 0, message: SITE_MESSAGES.network } satisfies ReadFailure
  })
  if (response.status === 401 && token) onRefusedToken(token)
  const reply: unknown = await response.json().catch(() => undefined)
  if (!response.ok || !isSuccessful(reply)) throw failureOf(response.status, reply)
  onHeaders?.(response.headers)
  // The tests hold the server to its contract; checking here too would bring every schema to every visitor.
  return reply as Reply
}

/** The `data` of a reply in the usual envelope. */
export const callForData = async <Data>(path: string, call?: Call): Promise<Data> =>
  (await callApi<{ data: Data }>(path, call)).data

const isSuccessful = (reply: unknown) =>
  typeof reply === 'object' &&
  reply !== null &&
  // A sign-in that awaits a code is no success and no failure: its caller goes on from there.
  (!('success' in reply) || reply.success === true || 'twoFactorRequired' in reply)

function failureOf(status: number, reply: unknown): ReadFailure {
  const { message, errors, reason } = Object(reply)
  return {
    ...(message
      ? { status, message }
      : { status, message: SITE_MESSAGES.httpError(status), isWordless: true as const }),
    ...(Array.isArray(errors) ? { errors } : {}),
    ...(reason ? { reason } : {}),
  }
}
