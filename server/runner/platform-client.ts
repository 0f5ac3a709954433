/** Calls the platform with the token of a run. */
import type { z } from 'zod'
import type { Call } from '#contracts/call.ts'
import { buildCallUrl } from '#contracts/call-url.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { AppError } from '#server/platform/app-error.ts'
import { VERSION } from '#server/platform/release.ts'

/** The platform can't be reached now, or has a fault; this passes. */
export class PlatformUnavailable extends Error {}

/** The platform refuses the token, or the run must not go on. */
export class TokenRefused extends Error {}

const TIMEOUT_MS = 60_000

export type PlatformClient = ReturnType<typeof createPlatformClient>

type Input = { params?: Record<string, string>; body?: unknown }

/**
 * Creates the client. Its calls throw `TokenRefused`, `PlatformUnavailable`, and `AppError` for what the platform refuses
 * otherwise.
 */
export function createPlatformClient({ server, token }: { server: URL; token: string }) {
  async function send({ method, path }: Call, { params = {}, body }: Input): Promise<unknown> {
    const reply = await fetch(new URL(buildCallUrl({ path }, { params }), server), {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': `zhijian-runner/${VERSION}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new PlatformUnavailable(describeNetworkError(error))
    })
    if (reply.status === 204) return undefined
    const value: unknown = await reply.json().catch(() => undefined)
    if (reply.ok) return isObject(value) ? value.data : undefined
    throw toError(reply, isObject(value) && typeof value.message === 'string' ? value.message : `HTTP ${reply.status}`)
  }

  return {
    /** Makes a call that returns data. */
    request: async <Schema extends z.ZodType>(call: Call, input: Input, schema: Schema): Promise<z.output<Schema>> => {
      const { data, success } = schema.safeParse(await send(call, input))
      if (!success) throw new PlatformUnavailable('平台的回复无法识别：版本可能不同')
      return data
    },

    /** Makes a call that returns nothing. */
    async post(call: Call, body: unknown): Promise<void> {
      await send(call, { body })
    },
  }
}

function toError(reply: Response, message: string): Error {
  const { status } = reply
  if (status === 401 || status === 403) return new TokenRefused(message)
  if (status === 429) {
    const seconds = Number(reply.headers.get('retry-after'))
    return new AppError('tooManyRequests', message, { retryAfterSeconds: Number.isFinite(seconds) ? seconds : 1 })
  }
  if (status === 409) return new AppError('conflict', message)
  if (status === 404) return new AppError('notFound', message)
  return status >= 500 ? new PlatformUnavailable(message) : new AppError('invalid', message)
}

function describeNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
