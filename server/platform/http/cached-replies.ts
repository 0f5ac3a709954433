/** Joins the framework to the reply cache: a route that says what it read has its reply kept and compressed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, encoded } from './encodings.ts'
import { cacheKey, isSame, keptReply, type ReplyCache, type Ticket } from './reply-cache.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** A shared cache may answer for a second, which is how late a change may be seen; a browser always asks again. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=1, must-revalidate'
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

type Reading = { ticket: Ticket; names: Set<string> }

declare module 'fastify' {
  interface FastifyRequest {
    reading: Reading | null
  }
}

/**
 * Says that this reply is made of what stands under these names, before it is read. An authorised caller's reply is
 * theirs alone and is not kept. Gives the set, so that a renderer can add the names it meets.
 */
export function readsFrom(request: FastifyRequest, cache: ReplyCache, ...names: string[]): Set<string> {
  const reading = request.reading ?? { ticket: cache.ticket(), names: new Set<string>() }
  for (const name of names) reading.names.add(name)
  if (request.headers.authorization === undefined) request.reading = reading
  return reading.names
}

export function registerCachedReplies(app: FastifyInstance, cache: ReplyCache): void {
  app.decorateRequest('reading', null)
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.reading || reply.statusCode !== 200 || typeof payload !== 'string') {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
      return payload
    }
    return sendKept(request.reading, request, reply, payload)
  })

  async function sendKept(reading: Reading, request: FastifyRequest, reply: FastifyReply, payload: string) {
    const etag = reply.getHeader('etag')
    const kept = keptReply({
      bodies: await encoded(Buffer.from(payload)),
      headers: {
        'content-type': String(reply.getHeader('content-type') ?? 'application/json; charset=utf-8'),
        'cache-control': PUBLIC_CACHE_CONTROL,
        'content-security-policy': String(reply.getHeader('content-security-policy') ?? ''),
        ...SECURITY_HEADERS,
      },
      etag: typeof etag === 'string' ? etag : undefined,
      names: [...reading.names],
    })
    cache.keep(cacheKey(request.url), kept, reading.ticket)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.removeHeader('content-length')
    for (let at = 0; at < kept.headers[encoding].length; at += 2)
      reply.header(kept.headers[encoding][at] ?? '', kept.headers[encoding][at + 1] ?? '')
    if (!isSame(request.headers['if-none-match'], kept.etag)) return kept.bodies[encoding]
    reply.code(304).removeHeader('content-length')
    return null
  }
}
