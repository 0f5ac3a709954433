/** A cached reply: its body in each encoding requested so far, with precomputed headers. */
import { sha256 } from '#server/platform/sha256.ts'
import {
  COMPRESSION_MIN_BYTES,
  decodeBody,
  type Effort,
  type Encoding,
  encodeBody,
  negotiateEncoding,
} from './encodings.ts'

/** A body in one encoding. `headers` alternates names and values, the fastest format for `writeHead`. */
export type Variant = { headers: string[]; body: Buffer }

export type CachedReply = {
  etag: string
  /** The headers of a 304, without those that describe a body (RFC 9110 §15.4.5). */
  unchangedHeaders: string[]
  /** The encodings available immediately; `encode` adds to them. */
  variants: Partial<Record<Encoding, Variant>>
  /** Returns the body in an encoding. Concurrent calls share one compression. */
  encode(encoding: Encoding): Promise<Variant>
  /**
   * Recompresses the quickly compressed variants to a smaller size, once; for replies that are requested repeatedly.
   */
  shrink(): Promise<void>
  /** The change-feed topics that the reply depends on; a change of one invalidates it. */
  topics: readonly string[]
  /** When the reply expires, in milliseconds since 1970. */
  expiresAt: number
  /** How often it was sent; shared by all replies of a route. */
  count: ReplyCount
}

/** Replies of a route that were sent from the cache: with their body, or as 304. */
export type ReplyCount = { full: number; unchanged: number }

export type Bodies = {
  /** The encodings available already, at least one. */
  ready: Partial<Record<Encoding, Buffer>>
  /** Returns another encoding. If it returns the plain buffer itself, the reply is sent unencoded. */
  encode(encoding: Encoding, effort: Effort): Promise<Buffer>
  /** Encodings that are requested so rarely that they aren't stored once another exists, but recomputed each time. */
  transient?: readonly Encoding[]
  /** Whether more effort makes the compressed bodies smaller. */
  canShrink?: boolean
}

type ReplyOptions = {
  bodies: Bodies
  /** The headers of the plain body, in lower case, without `vary`. */
  headers: Readonly<Record<string, string>>
  etag?: string | undefined
  /** Request headers that the reply depends on. */
  vary?: string
  topics: readonly string[]
  /** In milliseconds since 1970, if the reply expires without a change. */
  expiresAt?: number
  count: ReplyCount
}

/** Compresses a text on demand. The plain text, several times as large, is released after the first compression. */
export function compressOnDemand(plain: Buffer): Bodies {
  if (plain.length < COMPRESSION_MIN_BYTES) return uncompressed(plain)
  let source: { encoding: Encoding; body: Buffer } = { encoding: 'identity', body: plain }
  return {
    ready: { identity: plain },
    async encode(encoding, effort) {
      const body = await encodeBody(encoding, await decodeBody(source.encoding, source.body), effort)
      if (encoding !== 'identity') source = { encoding, body }
      return body
    },
    transient: ['identity'],
    canShrink: true,
  }
}

/** The single body of a reply that isn't worth compressing. */
export function uncompressed(plain: Buffer): Bodies {
  return { ready: { identity: plain }, encode: async () => plain }
}

export function createCachedReply({ bodies, ...options }: ReplyOptions): CachedReply {
  // The closures below must not reference `ready`, which would retain the plain text.
  const { encode: encodeAs, transient = [], canShrink = false } = bodies
  const { 'content-type': type = 'application/octet-stream', ...others } = options.headers
  const etag = options.etag ?? createEtag(bodies)
  const shared = [...Object.entries(others).flat(), 'vary', options.vary ?? 'accept-encoding', 'etag', etag]
  const variants: CachedReply['variants'] = {}
  const pending = new Map<Encoding, Promise<Variant>>()
  let effort: Effort = 'quick'

  function toVariant(encoding: Encoding, body: Buffer): Variant {
    const coding = encoding === 'identity' || body === variants.identity?.body ? [] : ['content-encoding', encoding]
    return { headers: ['content-type', type, ...coding, 'content-length', String(body.length), ...shared], body }
  }

  async function createVariant(encoding: Encoding): Promise<Variant> {
    const variant = toVariant(encoding, await encodeAs(encoding, effort))
    const isTransient = transient.includes(encoding)
    if (isTransient && Object.keys(variants).length > 0) return variant
    variants[encoding] = variant
    if (!isTransient) for (const other of transient) delete variants[other]
    // Only needed until a smaller encoding exists.
    if (encoding !== 'zstd') delete variants.zstd
    return variant
  }

  // V8 learns that variants live long and allocates them outside the young generation: a transient one, if it were
  // created here each time, would keep a page's plain text until the next major garbage collection.
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = bodies.ready[encoding]
    if (body && !transient.includes(encoding)) variants[encoding] = toVariant(encoding, body)
  }
  return {
    etag,
    unchangedHeaders: shared,
    variants,
    async encode(encoding) {
      const variant = variants[encoding]
      if (variant) return variant
      const encoded = pending.get(encoding) ?? createVariant(encoding).finally(() => pending.delete(encoding))
      pending.set(encoding, encoded)
      return encoded
    },
    async shrink() {
      if (!canShrink || effort === 'small') return
      effort = 'small'
      if (variants.zstd) await createVariant('br')
      else for (const encoding of ['br', 'gzip'] as const) if (variants[encoding]) await createVariant(encoding)
    },
    topics: options.topics,
    expiresAt: options.expiresAt ?? Number.POSITIVE_INFINITY,
    count: options.count,
  }
}

/** Returns the encoding to send: the smallest that the client accepts, or a quick one if that isn't available yet. */
export function chooseEncoding({ variants }: CachedReply, acceptEncoding: string | undefined): Encoding {
  const { best, quick } = negotiateEncoding(acceptEncoding)
  return variants[best] || !variants[quick] ? best : quick
}

/** Returns a weak ETag from a hash of any encoding, since compression is deterministic. */
function createEtag({ ready }: Bodies): string {
  const body = ready.identity ?? ready.br ?? ready.gzip
  if (!body) throw new Error('a cached reply needs a body')
  return `W/"${sha256(body).slice(0, 22)}"`
}

/** The approximate overhead of an entry, so that many small replies fill the cache, too. */
const ENTRY_OVERHEAD_BYTES = 4_096

/** Returns the memory in bytes that a reply and its key take in its current encodings. */
export function measureReply(key: string, { variants }: CachedReply): number {
  const buffers = new Set(Object.values(variants).map(({ body }) => body))
  return [...buffers].reduce((sum, body) => sum + body.length, ENTRY_OVERHEAD_BYTES + 2 * key.length)
}

/** Returns whether `If-None-Match` matches an ETag, by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const withoutWeakMark = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => withoutWeakMark(tag) === withoutWeakMark(etag))
}
