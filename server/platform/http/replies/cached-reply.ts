/** A reply in memory, with its body in every encoding requested so far. */
import { sha256 } from '#server/platform/sha256.ts'
import {
  COMPRESSION_MIN_BYTES,
  type CompressionLevel,
  decodeBody,
  type Encoding,
  encodeBody,
  negotiateEncoding,
} from './encodings.ts'

/** A body in one encoding. `headers` alternates names and values, the fastest format for `writeHead`. */
export type Variant = { headers: string[]; body: Buffer }

export type CachedReply = {
  etag: string
  /** The headers of a 304, without those that describe a body (RFC 9110 §15.4.5). */
  notModifiedHeaders: string[]
  /** The encodings that can be sent immediately; `encode` adds to them. */
  variants: Partial<Record<Encoding, Variant>>
  /** Returns the body in an encoding. Concurrent calls share one compression. */
  encode(encoding: Encoding): Promise<Variant>
  /** Compresses the variants again at the best level, once; worthwhile if the reply is requested repeatedly. */
  recompress(): Promise<void>
  /** The change-feed topics that the reply depends on; a change of one of them invalidates the reply. */
  topics: readonly string[]
  /** When the reply expires, in milliseconds since 1970. */
  expiresAt: number
  /** The count of the reply's route. */
  routeCount: ReplyCount
}

/** How many cached replies of a route were sent with their body (200), and without it (304). */
export type ReplyCount = { withBody: number; notModified: number }

/** The content of a reply, from which its variants are created. */
export type BodySource = {
  /** The encodings that exist already, at least one. */
  available: Partial<Record<Encoding, Buffer>>
  /** Returns another encoding. The reply is sent uncompressed if the result is the uncompressed body itself. */
  encode(encoding: Encoding, level: CompressionLevel): Promise<Buffer>
  /** Encodings that are requested so rarely that they are computed for each request once another one is cached. */
  uncachedEncodings?: readonly Encoding[]
  /** Whether the best compression level yields smaller bodies than `encode` has returned so far. */
  canRecompress?: boolean
}

type ReplyOptions = {
  body: BodySource
  /** The headers of the uncompressed body, in lower case, without `vary`. */
  headers: Readonly<Record<string, string>>
  etag?: string | undefined
  /** Request headers that the reply depends on. */
  vary?: string
  topics: readonly string[]
  /** The time in milliseconds since 1970 at which the reply expires even without a change. */
  expiresAt?: number
  routeCount: ReplyCount
}

/**
 * Creates the source of a body that is compressed on demand. The uncompressed body, which is several times as large, is
 * released after the first compression.
 */
export function createCompressedBody(uncompressed: Buffer): BodySource {
  if (uncompressed.length < COMPRESSION_MIN_BYTES) return createUncompressedBody(uncompressed)
  let source: { encoding: Encoding; body: Buffer } = { encoding: 'identity', body: uncompressed }
  return {
    available: { identity: uncompressed },
    async encode(encoding, level) {
      const body = await encodeBody(encoding, await decodeBody(source.encoding, source.body), level)
      if (encoding !== 'identity') source = { encoding, body }
      return body
    },
    uncachedEncodings: ['identity'],
    canRecompress: true,
  }
}

/** Creates the source of a body that isn't worth compressing. */
export function createUncompressedBody(uncompressed: Buffer): BodySource {
  return { available: { identity: uncompressed }, encode: async () => uncompressed }
}

export function createCachedReply({ body: source, ...options }: ReplyOptions): CachedReply {
  // The closures below must not reference `source.available`, which would retain the uncompressed body.
  const { encode: encodeSource, uncachedEncodings = [], canRecompress = false } = source
  const { 'content-type': type = 'application/octet-stream', ...otherHeaders } = options.headers
  const etag = options.etag ?? createEtag(source)
  const commonHeaders = [
    ...Object.entries(otherHeaders).flat(),
    ...['vary', options.vary ?? 'accept-encoding'],
    ...['etag', etag],
  ]
  const variants: CachedReply['variants'] = {}
  const pending = new Map<Encoding, Promise<Variant>>()
  let level: CompressionLevel = 'fast'

  function toVariant(encoding: Encoding, body: Buffer): Variant {
    const isUncompressed = encoding === 'identity' || body === variants.identity?.body
    const bodyHeaders = [
      ...['content-type', type],
      ...(isUncompressed ? [] : ['content-encoding', encoding]),
      ...['content-length', String(body.length)],
    ]
    return { headers: [...bodyHeaders, ...commonHeaders], body }
  }

  async function createVariant(encoding: Encoding): Promise<Variant> {
    const variant = toVariant(encoding, await encodeSource(encoding, level))
    const isUncached = uncachedEncodings.includes(encoding)
    if (isUncached && Object.keys(variants).length > 0) return variant
    variants[encoding] = variant
    if (!isUncached) for (const uncachedEncoding of uncachedEncodings) delete variants[uncachedEncoding]
    // zstd is only needed until a smaller encoding exists.
    if (encoding !== 'zstd') delete variants.zstd
    return variant
  }

  // Uncached encodings aren't added here. Otherwise V8 would allocate all variants in the old generation, where each
  // uncompressed body would remain until the next major garbage collection.
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = source.available[encoding]
    if (body && !uncachedEncodings.includes(encoding)) variants[encoding] = toVariant(encoding, body)
  }
  return {
    etag,
    notModifiedHeaders: commonHeaders,
    variants,
    async encode(encoding) {
      const variant = variants[encoding]
      if (variant) return variant
      const encoded = pending.get(encoding) ?? createVariant(encoding).finally(() => pending.delete(encoding))
      pending.set(encoding, encoded)
      return encoded
    },
    async recompress() {
      if (!canRecompress || level === 'best') return
      level = 'best'
      if (variants.zstd) await createVariant('br')
      else for (const encoding of ['br', 'gzip'] as const) if (variants[encoding]) await createVariant(encoding)
    },
    topics: options.topics,
    expiresAt: options.expiresAt ?? Number.POSITIVE_INFINITY,
    routeCount: options.routeCount,
  }
}

/** Returns the smallest encoding that the client accepts; the fastest one if only that exists already. */
export function chooseEncoding({ variants }: CachedReply, acceptEncoding: string | undefined): Encoding {
  const { best, fast } = negotiateEncoding(acceptEncoding)
  return variants[best] || !variants[fast] ? best : fast
}

/** Returns a weak ETag: the hash of an available encoding, since compression is deterministic. */
function createEtag({ available }: BodySource): string {
  const body = available.identity ?? available.br ?? available.gzip
  if (!body) throw new Error('a cached reply needs a body')
  return `W/"${sha256(body).slice(0, 22)}"`
}

/** The approximate memory of an entry besides its body, which limits the number of small replies. */
const ENTRY_OVERHEAD_BYTES = 4_096

/** Returns the memory in bytes that a reply occupies together with its key. */
export function measureReply(key: string, { variants }: CachedReply): number {
  const buffers = new Set(Object.values(variants).map(({ body }) => body))
  return [...buffers].reduce((sum, body) => sum + body.length, ENTRY_OVERHEAD_BYTES + 2 * key.length)
}

/** Returns whether `If-None-Match` matches an ETag, by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const stripWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => stripWeakPrefix(tag) === stripWeakPrefix(etag))
}
