/** Connects Fastify to the reply cache: replies whose routes declare their dependencies are cached and compressed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getRouteLabel } from '#server/platform/http/server/request-log.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'
import {
  type CachedReply,
  chooseEncoding,
  createCachedReply,
  createCompressedBody,
  matchesEtag,
  type ReplyCount,
} from './cached-reply.ts'
import { encodeBody, negotiateEncoding } from './encodings.ts'
import type { Generation, ReplyCache } from './reply-cache.ts'
import { createReplyDependencies, type ReplyDependencies } from './reply-dependencies.ts'

/** A shared cache may serve a reply for one second, the maximum delay of a change; browsers always revalidate. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=1, must-revalidate'
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

/** The dependencies that a request's reply has declared, and the cache's generation when the first was declared. */
type TrackedRead = { generation: Generation; dependencies: ReplyDependencies }

declare module 'fastify' {
  interface FastifyRequest {
    trackedRead: TrackedRead | null
  }
}

/**
 * Declares the topics that a reply depends on, so that it is cached; call it before reading their data. Replies to
 * authenticated callers aren't cached. Returns the reply's dependencies, to which more topics and an expiry can be added.
 */
export function trackDependencies(request: FastifyRequest, cache: ReplyCache, ...topics: string[]): ReplyDependencies {
  const read = request.trackedRead ?? { generation: cache.getGeneration(), dependencies: createReplyDependencies() }
  for (const topic of topics) read.dependencies.topics.add(topic)
  if (request.headers.authorization === undefined) request.trackedRead = read
  return read.dependencies
}

/** Response headers that are cached together with the body. */
const CACHED_HEADERS = [
  'access-control-allow-origin',
  'content-disposition',
  'cross-origin-resource-policy',
  'last-modified',
  'link',
] as const
/**
 * Editors and anonymous callers get different bodies from the same URL and revision. Intermediate caches must not mix
 * them up, and a 304 for one must not confirm the other's body.
 */
const VARY = 'accept-encoding, authorization'

/** Registers the hook that caches replies with declared dependencies and compresses all others. */
export function registerCachedReplies(app: FastifyInstance, cache: ReplyCache): void {
  app.decorateRequest('trackedRead', null)
  app.addHook('onSend', async (request, reply, payload) => {
    const text = toText(reply, payload)
    if (request.trackedRead && reply.statusCode === 200 && text !== undefined) {
      const cached = buildReply(request.trackedRead, reply, text, cache.getReplyCount(getRouteLabel(request)))
      await cached.encode(negotiateEncoding(request.headers['accept-encoding']).fast)
      cache.set(request.url, cached, request.trackedRead.generation)
      return sendReply(cached, request, reply)
    }
    // A deleted page must not reappear as a stale copy during an outage.
    if (request.trackedRead && reply.statusCode < 500) cache.removeStale(request.url)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', PRIVATE_CACHE_CONTROL)
    return text === undefined ? payload : sendCompressed(request, reply, text)
  })
}

type Text = string | Buffer

/** Returns the payload if it is text; rendered pages are passed as bytes. */
function toText(reply: FastifyReply, payload: unknown): Text | undefined {
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('text/html')
    ? payload
    : undefined
}

const toBytes = (text: Text): Buffer => (typeof text === 'string' ? Buffer.from(text) : text)

async function sendReply(cached: CachedReply, request: FastifyRequest, reply: FastifyReply) {
  const isUnchanged = matchesEtag(request.headers['if-none-match'], cached.etag)
  const variant = await cached.encode(chooseEncoding(cached, request.headers['accept-encoding']))
  const headers = isUnchanged ? cached.notModifiedHeaders : variant.headers
  // A shared cache would return this request's id to other clients.
  reply.removeHeader('content-length').removeHeader('x-request-id')
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1] ?? '')
  if (!isUnchanged) return variant.body
  reply.code(304).removeHeader('content-type')
  return null
}

/** Marks a reply as stale, with the reason (RFC 9211). */
const STALE_STATUS = 'zhijian; hit; detail=database-unavailable'

/**
 * Sends the last cached reply to an anonymous request, even though it has been invalidated. Returns `undefined` if none
 * is cached.
 */
export async function sendStale(request: FastifyRequest, reply: FastifyReply, cache: ReplyCache) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const cached = isRead && request.headers.authorization === undefined ? cache.findStale(request.url) : undefined
  if (!cached) return undefined
  request.trackedRead = null
  reply.code(200)
  const body = await sendReply(cached, request, reply)
  return reply.header('cache-control', PRIVATE_CACHE_CONTROL).header('cache-status', STALE_STATUS).send(body)
}

function buildReply(
  { dependencies }: TrackedRead,
  reply: FastifyReply,
  payload: Text,
  routeCount: ReplyCount,
): CachedReply {
  const getHeader = (header: string) => {
    const value = reply.getHeader(header)
    return typeof value === 'string' ? value : undefined
  }
  const cachedHeaders = CACHED_HEADERS.flatMap((header) => {
    const value = getHeader(header)
    return value === undefined ? [] : [[header, value]]
  })
  return createCachedReply({
    body: createCompressedBody(toBytes(payload)),
    headers: {
      'content-type': getHeader('content-type') ?? 'application/json; charset=utf-8',
      'cache-control': PUBLIC_CACHE_CONTROL,
      'content-security-policy': getHeader('content-security-policy') ?? DATA_POLICY,
      ...SECURITY_HEADERS,
      ...Object.fromEntries(cachedHeaders),
    },
    etag: getHeader('etag'),
    vary: VARY,
    topics: [...dependencies.topics],
    expiresAt: dependencies.expiresAt,
    routeCount,
  })
}

/** Compresses a private reply, such as an editor's document, which is never cached. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, payload: Text) {
  reply.header('vary', VARY)
  const { fast: encoding } = negotiateEncoding(request.headers['accept-encoding'])
  const uncompressed = toBytes(payload)
  const body = await encodeBody(encoding, uncompressed)
  if (body === uncompressed) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return body
}
