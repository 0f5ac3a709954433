/** A reply as the cache keeps it: its bytes in the encodings that were asked for, each with its headers made once. */
import { sha256 } from '#server/platform/sha256.ts'
import {
  COMPRESSION_MIN_BYTES,
  decodeBody,
  type Effort,
  type Encoding,
  encodeBody,
  negotiateEncoding,
} from './encodings.ts'

/** A body in one encoding, with header names and values in turn, as `writeHead` takes them fastest. */
export type Variant = { headers: string[]; body: Buffer }

export type CachedReply = {
  etag: string
  /** The headers of a 304, without those that describe a body (RFC 9110 §15.4.5). */
  unchangedHeaders: string[]
  /** What is there without waiting; `encode` adds to it. */
  variants: Partial<Record<Encoding, Variant>>
  /** Returns the body in an encoding, made once for all who wait for it. */
  encode(encoding: Encoding): Promise<Variant>
  /** Makes what was encoded quickly anew, smaller, once; for a reply that is asked for again. */
  shrink(): Promise<void>
  /** The change-feed topics that the reply depends on; a change of one invalidates it. */
  topics: readonly string[]
  /** The moment, in milliseconds since 1970, from which the reply is no longer true. */
  expiresAt: number
  /** How often it was sent: shared by the replies of one route. */
  count: ReplyCount
}

/** Replies of a route that were sent from the cache: with their body, or as unchanged. */
export type ReplyCount = { whole: number; unchanged: number }

export type Bodies = {
  /** What is there already, at least one. */
  ready: Partial<Record<Encoding, Buffer>>
  /** Makes another; one that is the identity's buffer goes out unencoded. */
  encode(encoding: Encoding, effort: Effort): Promise<Buffer>
  /** Encodings of which no copy stays, once there is another: they are made anew each time, for hardly anybody asks for them. */
  unkept?: readonly Encoding[]
  /** Whether more effort makes them smaller. */
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
  /** If the reply ends by itself. */
  expiresAt?: number
  count: ReplyCount
}

/** Returns the bodies of a text: compressed as somebody asks, after which the plain one, several times as large, is let go. */
export function encodedOnRequest(plain: Buffer): Bodies {
  if (plain.length < COMPRESSION_MIN_BYTES) return plainBody(plain)
  let source: { encoding: Encoding; body: Buffer } = { encoding: 'identity', body: plain }
  return {
    ready: { identity: plain },
    async encode(encoding, effort) {
      const body = await encodeBody(encoding, await decodeBody(source.encoding, source.body), effort)
      if (encoding !== 'identity') source = { encoding, body }
      return body
    },
    unkept: ['identity'],
    canShrink: true,
  }
}

/** Returns the one body of what isn't worth compressing. */
export function plainBody(plain: Buffer): Bodies {
  return { ready: { identity: plain }, encode: async () => plain }
}

/** Creates a reply for the cache. */
export function createCachedReply({ bodies, ...options }: ReplyOptions): CachedReply {
  // Not `ready` itself, which would keep the plain text.
  const { encode: encodeAs, unkept = [], canShrink = false } = bodies
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

  async function make(encoding: Encoding): Promise<Variant> {
    const variant = toVariant(encoding, await encodeAs(encoding, effort))
    if (unkept.includes(encoding)) return variant
    variants[encoding] = variant
    for (const other of unkept) delete variants[other]
    // It served while there was nothing smaller.
    if (encoding !== 'zstd') delete variants.zstd
    return variant
  }

  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = bodies.ready[encoding]
    if (body) variants[encoding] = toVariant(encoding, body)
  }
  return {
    etag,
    unchangedHeaders: shared,
    variants,
    async encode(encoding) {
      const variant = variants[encoding]
      if (variant) return variant
      const encoded = pending.get(encoding) ?? make(encoding).finally(() => pending.delete(encoding))
      pending.set(encoding, encoded)
      return encoded
    },
    async shrink() {
      if (!canShrink || effort === 'small') return
      effort = 'small'
      if (variants.zstd) await make('br')
      else for (const encoding of ['br', 'gzip'] as const) if (variants[encoding]) await make(encoding)
    },
    topics: options.topics,
    expiresAt: options.expiresAt ?? Number.POSITIVE_INFINITY,
    count: options.count,
  }
}

/** Returns how a reply goes to a caller: best as it is smallest, unless that would have to be made first. */
export function chooseEncoding({ variants }: CachedReply, acceptEncoding: string | undefined): Encoding {
  const { best, quick } = negotiateEncoding(acceptEncoding)
  return variants[best] || !variants[quick] ? best : quick
}

/** Any encoding names the entity: the same bytes are always encoded to the same. */
function createEtag({ ready }: Bodies): string {
  const body = ready.identity ?? ready.br ?? ready.gzip
  if (!body) throw new Error('a cached reply needs a body')
  return `W/"${sha256(body).slice(0, 22)}"`
}

/** The approximate overhead of an entry, so that many small replies also fill the cache. */
const OVERHEAD = 4_096

/** Returns the bytes that a reply takes under its key, in the encodings that it has now. */
export function measureReply(key: string, { variants }: CachedReply): number {
  const buffers = new Set(Object.values(variants).map(({ body }) => body))
  return [...buffers].reduce((sum, body) => sum + body.length, OVERHEAD + 2 * key.length)
}

/** Returns whether `If-None-Match` names this entity, compared weakly (RFC 9110 §13.1.2). */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const withoutWeakMark = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => withoutWeakMark(tag) === withoutWeakMark(etag))
}
