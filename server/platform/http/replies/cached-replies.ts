/** Connects the framework to the reply cache: routes that declare what they read get cached and compressed replies. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getRouteLabel } from '#server/platform/http/server/request-log.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'
import {
  type CachedReply,
  chooseEncoding,
  createCachedReply,
  encodedOnRequest,
  isSame,
  type ReplyCount,
} from './cached-reply.ts'
import { encodeBody, negotiateEncoding } from './encodings.ts'
import type { ReplyCache, Ticket } from './reply-cache.ts'
import { createSources, type Sources } from './sources.ts'

/** A shared cache may answer for a second, which is how late a change may be seen; a browser always asks again. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=1, must-revalidate'
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

type Dependency = { ticket: Ticket; sources: Sources }

declare module 'fastify' {
  interface FastifyRequest {
    dependency: Dependency | null
  }
}

/**
 * Declares, before reading, the topics that a reply depends on. Replies to authorized callers are not cached. Returns
 * the sources, so that a renderer can add to them, and a route can say when the reply ends.
 */
export function dependsOn(request: FastifyRequest, cache: ReplyCache, ...topics: string[]): Sources {
  const dependency = request.dependency ?? { ticket: cache.ticket(), sources: createSources() }
  for (const topic of topics) dependency.sources.topics.add(topic)
  if (request.headers.authorization === undefined) request.dependency = dependency
  return dependency.sources
}

/** The headers of a reply that are cached with it. */
const KEPT_HEADERS = ['content-disposition', 'last-modified', 'link'] as const
/**
 * An editor sees more of a document than an anonymous caller, at the same address and revision: caches in between must
 * not mix them up, nor may a 304 to one stand for the other's body.
 */
const VARY = 'accept-encoding, authorization'

export function registerCachedReplies(app: FastifyInstance, cache: ReplyCache): void {
  app.decorateRequest('dependency', null)
  const keptOnce = createReplyKeeper(cache)
  app.addHook('onSend', async (request, reply, payload) => {
    const text = toText(reply, payload)
    if (request.dependency && reply.statusCode === 200 && text !== undefined)
      return sendReply(await keptOnce(request, request.dependency, reply, text), request, reply)
    // What is gone is not brought back by an outage.
    if (request.dependency && reply.statusCode < 500) cache.forget(request.url)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return text === undefined ? payload : sendCompressed(request, reply, text)
  })
}

type Text = string | Buffer

/** Returns a payload that is a text: a page comes as bytes already. */
function toText(reply: FastifyReply, payload: unknown): Text | undefined {
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('text/html')
    ? payload
    : undefined
}

/** Returns a text's bytes, the same ones for bytes. */
const toBytes = (text: Text): Buffer => (typeof text === 'string' ? Buffer.from(text) : text)

/** Compresses and keeps a reply once, however many ask for it at the same time and get the same text. */
function createReplyKeeper(cache: ReplyCache) {
  const pending = new Map<string, { payload: Text; ticket: Ticket; cached: Promise<CachedReply> }>()

  return (
    request: FastifyRequest,
    dependency: Dependency,
    reply: FastifyReply,
    payload: Text,
  ): Promise<CachedReply> => {
    const key = request.url
    const before = pending.get(key)
    if (before?.ticket === dependency.ticket && before.payload === payload) return before.cached
    const cached = buildReply(dependency, reply, payload, cache.countOf(getRouteLabel(request)))
    const encoded = cached.encode(negotiateEncoding(request.headers['accept-encoding']).quick)
    const entry = { payload, ticket: dependency.ticket, cached: encoded.then(() => cached) }
    pending.set(key, entry)
    return entry.cached
      .then(() => {
        cache.set(key, cached, dependency.ticket)
        return cached
      })
      .finally(() => {
        if (pending.get(key) === entry) pending.delete(key)
      })
  }
}

async function sendReply(cached: CachedReply, request: FastifyRequest, reply: FastifyReply) {
  const isUnchanged = isSame(request.headers['if-none-match'], cached.etag)
  const variant = await cached.encode(chooseEncoding(cached, request.headers['accept-encoding']))
  const headers = isUnchanged ? cached.unchangedHeaders : variant.headers
  // Whoever keeps the reply would give one request's id to others.
  reply.removeHeader('content-length').removeHeader('x-request-id')
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1] ?? '')
  if (!isUnchanged) return variant.body
  reply.code(304).removeHeader('content-type')
  return null
}

/** Marks a reply as an old one, and says why (RFC 9211). */
const STALE_STATUS = 'zhijian; hit; detail=database-unavailable'

/**
 * Prepares the last good reply to an anonymous request, which a change has ended since, and returns its body; `undefined`
 * if there is none.
 */
export async function sendStale(request: FastifyRequest, reply: FastifyReply, cache: ReplyCache) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const cached = isRead && request.headers.authorization === undefined ? cache.findStale(request.url) : undefined
  if (!cached) return undefined
  request.dependency = null
  reply.code(200)
  const body = await sendReply(cached, request, reply)
  return reply.header('cache-control', PRIVATE_CACHE_CONTROL).header('cache-status', STALE_STATUS).send(body)
}

function buildReply({ sources }: Dependency, reply: FastifyReply, payload: Text, count: ReplyCount): CachedReply {
  const getHeader = (header: string) => {
    const value = reply.getHeader(header)
    return typeof value === 'string' ? value : undefined
  }
  const carried = KEPT_HEADERS.flatMap((header) => {
    const value = getHeader(header)
    return value === undefined ? [] : [[header, value]]
  })
  return createCachedReply({
    bodies: encodedOnRequest(toBytes(payload)),
    headers: {
      'content-type': getHeader('content-type') ?? 'application/json; charset=utf-8',
      'cache-control': PUBLIC_CACHE_CONTROL,
      'content-security-policy': getHeader('content-security-policy') ?? DATA_POLICY,
      ...SECURITY_HEADERS,
      ...Object.fromEntries(carried),
    },
    etag: getHeader('etag'),
    vary: VARY,
    topics: [...sources.topics],
    endsAt: sources.endsAt,
    count,
  })
}

/** Returns a reply for one caller alone, such as an editor's document: compressed as they take it, never kept. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, payload: Text) {
  reply.header('vary', VARY)
  const { quick: encoding } = negotiateEncoding(request.headers['accept-encoding'])
  const plain = toBytes(payload)
  const body = await encodeBody(encoding, plain)
  if (body === plain) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return body
}
