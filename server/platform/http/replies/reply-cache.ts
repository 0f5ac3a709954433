/**
 * Replies that are the same for every anonymous caller, cached as bytes: pages, content calls, built files. They are
 * sent before the framework sees the request.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import {
  type CachedReply,
  chooseEncoding,
  isSame,
  measureReply,
  type ReplyCount,
  type Variant,
} from './cached-reply.ts'

/** What the cache holds and has done since the start. Bytes don't count pinned files. */
export type CacheStatistics = {
  bytes: number
  replies: number
  /** Replies that had to be made, and were then kept. */
  made: number
  evicted: number
  invalidated: number
  /** By route; files have `FILE_ROUTE`. */
  routes: ReadonlyMap<string, Readonly<ReplyCount>>
}

export const FILE_ROUTE = 'file'

/** A point in time of a read: later changes make its result stale. */
export type Ticket = number

/** The maximum share of one reply, so that it does not evict all others; a larger one is sent, but not cached. */
const MAX_REPLY_SHARE = 1 / 8

/**
 * The share of the cache for replies that were requested only once, so that a thousand one-off addresses evict each
 * other and no popular page.
 */
const PROBATION_SHARE = 1 / 4

/** What a change has ended may stand in for a page that can't be made, while the database is away, for so long. */
const STALE_MS = 3_600_000
const STALE_SHARE = 1 / 4

export class ReplyCache {
  readonly #probation = createSegment()
  readonly #protected = createSegment()
  readonly #stale = createSegment()
  readonly #pinned = new Map<string, CachedReply>()
  readonly #lastChange = new Map<string, number>()
  readonly #counts = new Map<string, ReplyCount>()
  #made = 0
  #evicted = 0
  #invalidated = 0
  readonly #limit: number
  readonly #clock: Clock
  #time = 0

  /** Takes the maximum size in bytes, not counting pinned files. */
  constructor(limit = 64 * 1024 * 1024, clock: Clock = systemClock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Replies from the cache by the normalized address. Returns whether it did. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const isHead = request.method === 'HEAD'
    if (request.method !== 'GET' && !isHead) return false
    const key = request.url ?? ''
    // A file is the same for everyone, also behind a proxy that asks for a password; a page or a call may not be.
    const reply =
      this.#pinned.get(key.split('?', 1)[0] ?? '') ??
      (request.headers.authorization === undefined ? this.#use(key) : undefined)
    if (!reply) return false
    if (isSame(request.headers['if-none-match'], reply.etag)) {
      reply.count.unchanged += 1
      response.writeHead(304, reply.unchangedHeaders).end()
      return true
    }
    reply.count.whole += 1
    const encoding = chooseEncoding(reply, request.headers['accept-encoding'])
    const variant = reply.variants[encoding]
    if (variant) sendVariant(response, variant, isHead)
    else
      reply.encode(encoding).then(
        (encoded) => {
          this.#measureAnew(key, reply)
          sendVariant(response, encoded, isHead)
        },
        (error) => response.destroy(error),
      )
    return true
  }

  /** Counts what a reply has grown by. */
  #measureAnew(key: string, reply: CachedReply): void {
    for (const segment of [this.#probation, this.#protected]) if (segment.get(key) === reply) segment.put(key, reply)
  }

  #use(key: string): CachedReply | undefined {
    const popular = this.#protected.remove(key)
    const reply = popular ?? this.#probation.remove(key)
    if (!reply || this.hasEnded(reply.endsAt)) return undefined
    this.#protected.put(key, reply)
    // Where that fails, what was encoded quickly is as good.
    if (!popular)
      reply.shrink().then(
        () => this.#measureAnew(key, reply),
        () => {},
      )
    return reply
  }

  /** Returns whether a moment has come. */
  hasEnded = (endsAt: number): boolean => endsAt !== Number.POSITIVE_INFINITY && this.#clock.now().getTime() >= endsAt

  ticket(): Ticket {
    return this.#time
  }

  /** Returns whether any of these topics has changed since a ticket was taken. */
  hasChanged(topics: Iterable<string>, ticket: Ticket): boolean {
    for (const topic of topics) if ((this.#lastChange.get(topic) ?? 0) > ticket) return true
    return false
  }

  /** Caches a reply, unless its sources have changed since the ticket was taken, or it has ended. */
  set(key: string, reply: CachedReply, ticket: Ticket): void {
    if (this.hasChanged(reply.topics, ticket)) return
    if (this.hasEnded(reply.endsAt)) return
    const segment = this.#protected.remove(key) ? this.#protected : this.#probation
    this.#probation.remove(key)
    this.#stale.remove(key)
    if (measureReply(key, reply) > this.#limit * MAX_REPLY_SHARE) return
    segment.put(key, reply)
    this.#made += 1
    while (this.#probation.bytes + this.#protected.bytes + this.#stale.bytes > this.#limit) {
      if (this.#stale.bytes > 0) {
        this.#stale.dropOldest()
        continue
      }
      this.#evicted += 1
      const evictsProbation = this.#probation.bytes > this.#limit * PROBATION_SHARE || this.#protected.bytes === 0
      if (evictsProbation) this.#probation.dropOldest()
      else this.#protected.dropOldest()
    }
  }

  /** Caches a static file for the lifetime of the process. */
  pin(key: string, reply: CachedReply): void {
    this.#pinned.set(key, reply)
  }

  /** Invalidates every reply that depends on any of these topics; it stays for the time when no other can be made. */
  invalidate(topics: readonly string[]): void {
    this.#time += 1
    for (const topic of topics) this.#lastChange.set(topic, this.#time)
    const changed = new Set(topics)
    const isChanged = (reply: CachedReply) => reply.topics.some((topic) => changed.has(topic))
    const staleUntil = this.#clock.now().getTime() + STALE_MS
    for (const segment of [this.#probation, this.#protected])
      for (const [key, reply] of segment.invalidate(isChanged)) {
        this.#invalidated += 1
        this.#stale.put(key, { ...reply, endsAt: Math.min(reply.endsAt, staleUntil) })
      }
    while (this.#stale.bytes > this.#limit * STALE_SHARE) this.#stale.dropOldest()
  }

  /** Returns the last reply of a key that was invalidated since, unless it has ended by itself. */
  findStale(key: string): CachedReply | undefined {
    const reply = this.#stale.get(key)
    return reply && !this.hasEnded(reply.endsAt) ? reply : undefined
  }

  /** Returns what counts the replies of a route. */
  countOf(route: string): ReplyCount {
    const count = this.#counts.get(route) ?? { whole: 0, unchanged: 0 }
    this.#counts.set(route, count)
    return count
  }

  statistics(): CacheStatistics {
    return {
      bytes: this.#probation.bytes + this.#protected.bytes + this.#stale.bytes,
      replies: this.#probation.size + this.#protected.size,
      made: this.#made,
      evicted: this.#evicted,
      invalidated: this.#invalidated,
      routes: this.#counts,
    }
  }

  /** Drops what was kept of a key. */
  forget(key: string): void {
    this.#stale.remove(key)
  }
}

/** Creates a segment: replies by key, the least recently used first, and their size in bytes. */
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
    put(key: string, reply: CachedReply): void {
      remove(key)
      const size = measureReply(key, reply)
      entries.set(key, { reply, size })
      bytes += size
    },
    dropOldest(): void {
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

function sendVariant(response: ServerResponse, { headers, body }: Variant, isHead: boolean): void {
  response.writeHead(200, headers)
  if (isHead) response.end()
  else response.end(body)
}
