import type { IncomingHttpHeaders } from 'node:http'
import { COMPANY_SIGN_IN } from '#contracts/limits.ts'
import { ConnectionError } from '#server/platform/guarded-connection.ts'
import type { GuardedReply, SendGuarded } from '#server/platform/guarded-request.ts'
import { ProviderError } from './provider-error.ts'

/** The part of `fetch` that adapters use. */
export type ProviderRequest = {
  method: string
  headers: Record<string, string>
  body?: ArrayBuffer | null | ReadableStream | string | Uint8Array | undefined | URLSearchParams
}
export type ProviderFetch = (url: string, request?: ProviderRequest) => Promise<Response>

const GET: ProviderRequest = { method: 'GET', headers: {} }

/**
 * Creates what asks providers, through guarded connections. All requests of one step share a time limit. It throws
 * `ProviderError` if there is no reply, or one that is too long or reports a failure.
 */
export function createProviderFetch(send: SendGuarded, timeoutMs: number = COMPANY_SIGN_IN.requestMs): ProviderFetch {
  const signal = AbortSignal.timeout(timeoutMs)
  return async (url, { method, headers, body } = GET) => {
    const text = toText(body)
    try {
      const reply = await send({
        url,
        method,
        headers: { accept: 'application/json', 'user-agent': 'zhijian', ...headers },
        ...(text === undefined ? {} : { body: text }),
        signal,
      })
      // A provider that fails will work again, unlike one whose answer isn't valid.
      if (reply.status >= 500) throw new ProviderError('unreachable', `HTTP ${reply.status}`)
      return new Response(await readBody(reply), { status: reply.status, headers: toHeaders(reply.headers) })
    } catch (error) {
      if (error instanceof ConnectionError) throw new ProviderError('unreachable', error.message)
      throw error instanceof ProviderError ? error : new ProviderError('unreachable', String(error))
    }
  }
}

function toText(body: ProviderRequest['body']): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new Error('requests to identity providers have texts as bodies')
}

async function readBody({ status, body }: GuardedReply): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > COMPANY_SIGN_IN.maxReplyBytes) throw new ProviderError('rejected', 'the reply is too long')
    chunks.push(chunk)
  }
  // A response with these statuses can't have a body.
  return [204, 205, 304].includes(status) ? null : Buffer.concat(chunks).toString()
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const item of [value ?? []].flat()) headers.append(name, item)
  return headers
}
