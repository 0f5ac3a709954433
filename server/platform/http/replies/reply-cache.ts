/**
 * An in-memory cache of replies that are the same for every anonymous caller: pages, content calls, built files. Cached
 * replies are sent before the framework sees the request.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { HOUR_MS } from '#contracts/durations.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import {
  type CachedReply,
  chooseEncoding,
  matchesEtag,
  measureReply,
  type ReplyCount,
  type Variant,
} from './cached-reply.ts'

/** The current content of the cache, and its counters since the start. */
export type CacheStatistics = {
  /** The size of the cached replies, without pinned files. */
  bytes: number
  replies: number
  /** Replies that were built and cached. */
  stored: number
  evicted: number
  invalidated: number
  /** The replies sent from the cache by route; static files are counted under `FILE_ROUTE`. */
  routes: ReadonlyMap<string, Readonly<ReplyCount>>
}

export const FILE_ROUTE = 'file'

/** The number of invalidations so far. A read is stale if its topics were invalidated in a later generation. */
export type Generation = number

/** The maximum share of the cache for one reply, so that it does not evict all others. A larger one is not cached. */
const MAX_REPLY_SHARE = 1 / 8

/**
 * The maximum share of the cache for replies that were requested only once (a segmented LRU): one-off URLs evict only
 * each other, and occupy little memory.
 */
const PROBATION_SHARE = 1 / 8

/** How long an invalidated reply may be served while the database is unavailable. */
const STALE_MS = HOUR_MS
/** The maximum share of the cache for invalidated replies. */
const STALE_SHARE = 1 / 4

export class ReplyCache {
  readonly #probation = createSegment()
  readonly #protected = createSegment()
  readonly #stale = createSegment()
  readonly #pinned = new Map<string, CachedReply>()
  readonly #lastInvalidation = new Map<string, number>()
  readonly #counts = new Map<string, ReplyCount>()
  #stored = 0
  #evicted = 0
  #invalidated = 0
  readonly #maxBytes: number
  readonly #clock: Clock
  #generation = 0

  /** `maxBytes` excludes pinned files. */
  constructor({
    maxBytes = 64 * 1024 * 1024,
    clock = systemClock,
  }: { maxBytes?: number | undefined; clock?: Clock } = {}) {
    this.#maxBytes = maxBytes
    this.#clock = clock
  }

  /** Sends the cached reply of a normalized URL. Returns `false` if none is cached. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const isHead = request.method === 'HEAD'
    if (request.method !== 'GET' && !isHead) return false
    const key = request.url ?? ''
    // Files are the same for everyone, even if a proxy adds its own credentials; pages and calls may not be.
    const reply =
      (request.headers.authorization === undefined ? this.#findAndPromote(key) : undefined) ??
      this.#pinned.get(key.split('?', 1)[0] ?? '')
    if (!reply) return false
    if (matchesEtag(request.headers['if-none-match'], reply.etag)) {
      reply.routeCount.notModified += 1
      response.writeHead(304, reply.notModifiedHeaders).end()
      return true
    }
    reply.routeCount.withBody += 1
    const encoding = chooseEncoding(reply, request.headers['accept-encoding'])
    const variant = reply.variants[encoding]
    if (variant) sendVariant(response, variant, { isHead })
    else
      reply.encode(encoding).then(
        (encoded) => {
          this.#updateSize(key, reply)
          sendVariant(response, encoded, { isHead })
        },
        (error) => response.destroy(error),
      )
    return true
  }

  /** Updates the size of a reply that has gained an encoding. */
  #updateSize(key: string, reply: CachedReply): void {
    for (const segment of [this.#probation, this.#protected]) if (segment.get(key) === reply) segment.put(key, reply)
  }

  /** Returns the cached reply of a key, and protects it from eviction by replies that are requested only once. */
  #findAndPromote(key: string): CachedReply | undefined {
    const protectedReply = this.#protected.touch(key)
    if (protectedReply) return this.hasExpired(protectedReply.expiresAt) ? undefined : protectedReply
    const reply = this.#probation.remove(key)
    if (!reply || this.hasExpired(reply.expiresAt)) return undefined
    this.#protected.put(key, reply)
    // If this fails, the existing variants remain.
    reply.recompress().then(
      () => this.#updateSize(key, reply),
      () => {},
    )
    return reply
  }

  /** Returns whether an expiry, in milliseconds since 1970, has passed. */
  hasExpired = (expiresAt: number): boolean =>
    expiresAt !== Number.POSITIVE_INFINITY && this.#clock.now().getTime() >= expiresAt

  /** Returns the current generation; record it before reading data. */
  getGeneration(): Generation {
    return this.#generation
  }

  /** Returns whether any of these topics was invalidated after a generation. */
  hasChanged(topics: Iterable<string>, generation: Generation): boolean {
    for (const topic of topics) if ((this.#lastInvalidation.get(topic) ?? 0) > generation) return true
    return false
  }

  /** Caches a reply unless it has expired or one of its topics was invalidated after the generation of its read. */
  set(key: string, reply: CachedReply, generation: Generation): void {
    if (this.hasChanged(reply.topics, generation)) return
    if (this.hasExpired(reply.expiresAt)) return
    const segment = this.#protected.remove(key) ? this.#protected : this.#probation
    this.#probation.remove(key)
    this.#stale.remove(key)
    if (measureReply(key, reply) > this.#maxBytes * MAX_REPLY_SHARE) return
    segment.put(key, reply)
    this.#stored += 1
    this.#evictExcess()
  }

  /** Evicts replies until the cache is within its limits: first stale ones, then the least recently requested. */
  #evictExcess(): void {
    while (this.#probation.bytes > this.#maxBytes * PROBATION_SHARE) this.#evictOldest(this.#probation)
    const hasExcess = () => this.#probation.bytes + this.#protected.bytes + this.#stale.bytes > this.#maxBytes
    while (this.#stale.bytes > 0 && hasExcess()) this.#stale.removeOldest()
    while (hasExcess()) this.#evictOldest(this.#protected)
  }

  #evictOldest(segment: ReturnType<typeof createSegment>): void {
    segment.removeOldest()
    this.#evicted += 1
  }

  /** Caches a static file for the lifetime of the process. */
  pin(key: string, reply: CachedReply): void {
    this.#pinned.set(key, reply)
  }

  /** Invalidates the replies that depend on any of these topics. They remain available to `findStale`. */
  invalidate(topics: readonly string[]): void {
    this.#generation += 1
    for (const topic of topics) this.#lastInvalidation.set(topic, this.#generation)
    const changed = new Set(topics)
    const isChanged = (reply: CachedReply) => reply.topics.some((topic) => changed.has(topic))
    const staleUntil = this.#clock.now().getTime() + STALE_MS
    for (const segment of [this.#probation, this.#protected])
      for (const [key, reply] of segment.invalidate(isChanged)) {
        this.#invalidated += 1
        this.#stale.put(key, { ...reply, expiresAt: Math.min(reply.expiresAt, staleUntil) })
      }
    while (this.#stale.bytes > this.#maxBytes * STALE_SHARE) this.#stale.removeOldest()
  }

  /** Returns the invalidated reply of a key, unless it has expired. */
  findStale(key: string): CachedReply | undefined {
    const reply = this.#stale.get(key)
    return reply && !this.hasExpired(reply.expiresAt) ? reply : undefined
  }

  /** Removes the invalidated reply of a key. */
  removeStale(key: string): void {
    this.#stale.remove(key)
  }

  /** Returns the counter of a route's replies. */
  getReplyCount(route: string): ReplyCount {
    const count = this.#counts.get(route) ?? { withBody: 0, notModified: 0 }
    this.#counts.set(route, count)
    return count
  }

  getStatistics(): CacheStatistics {
    return {
      bytes: this.#probation.bytes + this.#protected.bytes + this.#stale.bytes,
      replies: this.#probation.size + this.#protected.size,
      stored: this.#stored,
      evicted: this.#evicted,
      invalidated: this.#invalidated,
      routes: this.#counts,
    }
  }
}

/** Creates a segment: replies by key, least recently used first, with their total size in bytes. */
function createSegment() {
  const entries = new Map<string, { reply: CachedReply; size: number }>()
  let bytes = 0
  const remove = (key: string): CachedReply | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    bytes -= entry.size
    return entry.reply
  }
  return {
    get bytes() {
      return bytes
    },
    get size() {
      return entries.size
    },
    /** Removes a reply and returns it. */
    remove,
    get: (key: string): CachedReply | undefined => entries.get(key)?.reply,
    /** Returns a reply, which is the most recently used one then. */
    touch(key: string): CachedReply | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.reply
    },
    put(key: string, reply: CachedReply): void {
      remove(key)
      const size = measureReply(key, reply)
      entries.set(key, { reply, size })
      bytes += size
    },
    removeOldest(): void {
      for (const key of entries.keys()) {
        remove(key)
        return
      }
    },
    /** Removes the replies that have changed and returns them. */
    invalidate(isChanged: (reply: CachedReply) => boolean): [string, CachedReply][] {
      const changed = [...entries].filter(([, { reply }]) => isChanged(reply))
      for (const [key] of changed) remove(key)
      return changed.map(([key, { reply }]) => [key, reply])
    },
  }
}

function sendVariant(response: ServerResponse, { headers, body }: Variant, { isHead }: { isHead: boolean }): void {
  response.writeHead(200, headers)
  if (isHead) response.end()
  else response.end(body)
}
