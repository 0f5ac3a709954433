/** Joins the framework to the reply cache: a route that says what it read has its reply kept and compressed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DATA_POLICY, SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'
import { acceptedEncoding, encoded, encodedAs } from './encodings.ts'
import { isSame, type KeptReply, keptReply, type ReplyCache, type Ticket } from './reply-cache.ts'

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

/** What a route may say of its reply that has to stand on the kept one too. */
const CARRIED = ['content-disposition', 'last-modified', 'link'] as const
/**
 * An editor sees more of a document than a stranger, at the same address and revision: a cache between must not mix
 * them up, nor may a 304 to one stand for the other's body.
 */
const VARY = 'accept-encoding, authorization'

export function registerCachedReplies(app: FastifyInstance, cache: ReplyCache): void {
  app.decorateRequest('reading', null)
  const keptOnce = createKeptOnce(cache)
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.reading && reply.statusCode === 200 && typeof payload === 'string')
      return sendKept(await keptOnce(request, request.reading, reply, payload), request, reply)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return typeof payload === 'string' ? sendCompressed(request, reply, payload) : payload
  })
}

/** Compresses and keeps a reply once, however many ask for it at the same time and get the same text. */
function createKeptOnce(cache: ReplyCache) {
  const underWay = new Map<string, { payload: string; ticket: Ticket; kept: Promise<KeptReply> }>()

  return (request: FastifyRequest, reading: Reading, reply: FastifyReply, payload: string): Promise<KeptReply> => {
    const key = request.url
    const before = underWay.get(key)
    if (before?.ticket === reading.ticket && before.payload === payload) return before.kept
    const making = { payload, ticket: reading.ticket, kept: keptOf(reading, reply, payload) }
    underWay.set(key, making)
    return making.kept
      .then((kept) => {
        cache.keep(key, kept, reading.ticket)
        return kept
      })
      .finally(() => {
        if (underWay.get(key) === making) underWay.delete(key)
      })
  }
}

function sendKept(kept: KeptReply, request: FastifyRequest, reply: FastifyReply) {
  const isUnchanged = isSame(request.headers['if-none-match'], kept.etag)
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const headers = isUnchanged ? kept.unchangedHeaders : kept.headers[encoding]
  reply.removeHeader('content-length')
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1] ?? '')
  if (!isUnchanged) return kept.bodies[encoding]
  reply.code(304).removeHeader('content-type')
  return null
}

async function keptOf({ names }: Reading, reply: FastifyReply, payload: string): Promise<KeptReply> {
  const said = (header: string) => {
    const value = reply.getHeader(header)
    return typeof value === 'string' ? value : undefined
  }
  const carried = CARRIED.flatMap((header) => {
    const value = said(header)
    return value === undefined ? [] : [[header, value]]
  })
  return keptReply({
    bodies: await encoded(Buffer.from(payload)),
    headers: {
      'content-type': said('content-type') ?? 'application/json; charset=utf-8',
      'cache-control': PUBLIC_CACHE_CONTROL,
      'content-security-policy': said('content-security-policy') ?? DATA_POLICY,
      ...SECURITY_HEADERS,
      ...Object.fromEntries(carried),
    },
    etag: said('etag'),
    vary: VARY,
    names: [...names],
  })
}

/** A reply for one caller alone, such as an editor's document: compressed as they take it, never kept. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, payload: string) {
  reply.header('vary', VARY)
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const plain = Buffer.from(payload)
  const body = await encodedAs(encoding, plain)
  if (body === plain) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return body
}
