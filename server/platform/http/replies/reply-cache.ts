/**
 * Replies that are the same for every anonymous caller, cached as bytes: pages, content calls, built files. They are
 * sent before the framework sees the request.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { sha256 } from '#server/platform/sha256.ts'
import { type Encoded, type Encoding, negotiateEncoding } from './encodings.ts'

export type KeptReply = {
  etag: string
  /** Header names and values in turn, as `writeHead` takes them fastest; by encoding. */
  headers: Record<Encoding, string[]>
  /** Those of a 304: what describes a body is left out (RFC 9110 §15.4.5). */
  unchangedHeaders: string[]
  bodies: Encoded
  /** The change-feed names that the reply depends on; a change of one invalidates it. */
  names: readonly string[]
}

/** A point in time of a read: later changes make its result stale. */
export type Ticket = number

/** One reply may not push out all others: beyond this part of the whole it is sent, but not kept. */
const LARGEST_PART = 1 / 8

/**
 * The share of the cache for replies that were requested only once, so that a thousand one-off addresses evict each
 * other and no popular page.
 */
const NEW_PART = 1 / 4

export class ReplyCache {
  readonly #new = createShelf()
  readonly #proven = createShelf()
  readonly #pinned = new Map<string, KeptReply>()
  readonly #lastChange = new Map<string, number>()
  readonly #limit: number
  #time = 0

  /** Takes the most bytes to keep, pinned files aside. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit
  }

  /** Replies from the cache by the normalized address. Returns whether it did. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const isHead = request.method === 'HEAD'
    if (request.method !== 'GET' && !isHead) return false
    const key = request.url ?? ''
    // A file is the same for everyone, also behind a proxy that asks for a password; a page or a call may not be.
    const reply =
      this.#pinned.get(key.split('?', 1)[0] ?? '') ??
      (request.headers.authorization === undefined ? this.#used(key) : undefined)
    if (!reply) return false
    if (isSame(request.headers['if-none-match'], reply.etag)) {
      response.writeHead(304, reply.unchangedHeaders).end()
      return true
    }
    const encoding = negotiateEncoding(request.headers['accept-encoding'])
    response.writeHead(200, reply.headers[encoding])
    if (isHead) response.end()
    else response.end(reply.bodies[encoding])
    return true
  }

  #used(key: string): KeptReply | undefined {
    const reply = this.#proven.take(key) ?? this.#new.take(key)
    if (reply) this.#proven.put(key, reply)
    return reply
  }

  ticket(): Ticket {
    return this.#time
  }

  /** Caches a reply, unless its sources have changed since the ticket was taken. */
  set(key: string, reply: KeptReply, ticket: Ticket): void {
    if (reply.names.some((name) => (this.#lastChange.get(name) ?? 0) > ticket)) return
    const shelf = this.#proven.take(key) ? this.#proven : this.#new
    this.#new.take(key)
    if (measure(key, reply) > this.#limit * LARGEST_PART) return
    shelf.put(key, reply)
    while (this.#new.bytes + this.#proven.bytes > this.#limit) {
      const isNewsTurn = this.#new.bytes > this.#limit * NEW_PART || this.#proven.bytes === 0
      if (isNewsTurn) this.#new.dropOldest()
      else this.#proven.dropOldest()
    }
  }

  /** Keeps a reply for as long as the process lives: a file. */
  pin(key: string, reply: KeptReply): void {
    this.#pinned.set(key, reply)
  }

  /** Invalidates every reply that depends on any of these names. */
  invalidate(names: readonly string[]): void {
    this.#time += 1
    for (const name of names) this.#lastChange.set(name, this.#time)
    const changed = new Set(names)
    for (const shelf of [this.#new, this.#proven])
      shelf.invalidate((reply) => reply.names.some((name) => changed.has(name)))
  }
}

/** Replies by their key, the least recently put first, and how many bytes they take. */
function createShelf() {
  const replies = new Map<string, KeptReply>()
  let bytes = 0
  const take = (key: string): KeptReply | undefined => {
    const reply = replies.get(key)
    if (!reply) return undefined
    replies.delete(key)
    bytes -= measure(key, reply)
    return reply
  }
  return {
    get bytes() {
      return bytes
    },
    /** Removes a reply and returns it. */
    take,
    put(key: string, reply: KeptReply): void {
      replies.set(key, reply)
      bytes += measure(key, reply)
    },
    dropOldest(): void {
      for (const key of replies.keys()) {
        take(key)
        return
      }
    },
    invalidate(isStale: (reply: KeptReply) => boolean): void {
      for (const [key, reply] of replies) if (isStale(reply)) take(key)
    },
  }
}

/** What a header list and the map's own bookkeeping take, near enough: small replies must count for something. */
const OVERHEAD = 4_096

function measure(key: string, { bodies }: KeptReply): number {
  const separate = new Set([bodies.identity, bodies.br, bodies.gzip])
  return [...separate].reduce((sum, body) => sum + body.length, OVERHEAD + 2 * key.length)
}

/** Makes a reply that can be kept. `headers` are those of the plain body, in lower case, `vary` aside. */
export function createKeptReply(options: {
  bodies: Encoded
  headers: Readonly<Record<string, string>>
  etag?: string | undefined
  /** Request headers that another reply may hang on. */
  vary?: string
  names: readonly string[]
}): KeptReply {
  const etag = options.etag ?? `W/"${sha256(options.bodies.identity).slice(0, 22)}"`
  const { 'content-type': type = 'application/octet-stream', ...others } = options.headers
  const shared = [...Object.entries(others).flat(), 'vary', options.vary ?? 'accept-encoding', 'etag', etag]
  const formatHeaders = (encoding: Encoding) => {
    const body = options.bodies[encoding]
    const coding = body === options.bodies.identity ? [] : ['content-encoding', encoding]
    return ['content-type', type, ...coding, 'content-length', String(body.length), ...shared]
  }
  return {
    etag,
    headers: { br: formatHeaders('br'), gzip: formatHeaders('gzip'), identity: formatHeaders('identity') },
    unchangedHeaders: shared,
    bodies: options.bodies,
    names: options.names,
  }
}

/** Returns whether `If-None-Match` names this entity, compared weakly (RFC 9110 §13.1.2). */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const withoutWeakMark = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => withoutWeakMark(tag) === withoutWeakMark(etag))
}
