/**
 * Replies that are the same for every stranger, kept as bytes: pages, content calls, built files. What is here goes
 * out before the web framework sees the request.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, type Encoded, type Encoding } from './encodings.ts'

export type KeptReply = {
  etag: string
  /** Header names and values in turn, as `writeHead` takes them fastest; by encoding. */
  headers: Record<Encoding, string[]>
  bodies: Encoded
  /** What was read to make it; a change under any of these drops it. */
  names: readonly string[]
}

/** A reading's place in time: what changed after it was taken makes its result stale. */
export type Ticket = number

/** Query parameters that make a difference to a public page or call; others (utm_source, …) never reach it. */
const MEANT = new Set([
  'catalogue', 'category', 'compare', 'diff', 'fields', 'order', 'page', 'pageSize', 'price', 'products', 'search',
  'sort', 'tab', 'type', 'view',
]) // biome-ignore format: one list

/** A request's address with the parameters that count, sorted: what its reply is kept under. */
export function cacheKey(url: string): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  const parameters = new URLSearchParams(url.slice(at + 1))
  const meant = [...parameters].filter(([name, value]) => MEANT.has(name) && value !== '')
  if (meant.length === 0) return url.slice(0, at)
  return `${url.slice(0, at)}?${new URLSearchParams(meant.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))}`
}

export class ReplyCache {
  readonly #kept = new Map<string, KeptReply>()
  readonly #pinned = new Map<string, KeptReply>()
  readonly #lastChange = new Map<string, number>()
  readonly #limit: number
  #bytes = 0
  #time = 0

  /** Takes the most bytes of bodies to keep; the least recently kept go first. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit
  }

  /** Answers a request whose reply is kept. Gives whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const isHead = request.method === 'HEAD'
    if ((request.method !== 'GET' && !isHead) || request.headers.authorization !== undefined) return false
    const key = cacheKey(request.url ?? '')
    const kept = this.#kept.get(key) ?? this.#pinned.get(key)
    if (!kept) return false
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (isSame(request.headers['if-none-match'], kept.etag)) {
      response.writeHead(304, withoutLength(kept.headers[encoding])).end()
      return true
    }
    response.writeHead(200, kept.headers[encoding])
    if (isHead) response.end()
    else response.end(kept.bodies[encoding])
    return true
  }

  ticket(): Ticket {
    return this.#time
  }

  /** Keeps a reply, unless what it was made of has changed since the ticket was taken. */
  keep(key: string, reply: KeptReply, ticket: Ticket): void {
    if (reply.names.some((name) => (this.#lastChange.get(name) ?? 0) > ticket)) return
    this.#remove(key)
    this.#kept.set(key, reply)
    this.#bytes += sizeOf(reply)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) break
      this.#remove(oldest)
    }
  }

  /** Keeps a reply for as long as the process lives: a file. */
  pin(key: string, reply: KeptReply): void {
    this.#pinned.set(key, reply)
  }

  /** Drops every reply that was made of any of these names. */
  drop(names: readonly string[]): void {
    this.#time += 1
    for (const name of names) this.#lastChange.set(name, this.#time)
    const changed = new Set(names)
    for (const [key, reply] of this.#kept) if (reply.names.some((name) => changed.has(name))) this.#remove(key)
  }

  #remove(key: string): void {
    const reply = this.#kept.get(key)
    if (!reply) return
    this.#kept.delete(key)
    this.#bytes -= sizeOf(reply)
  }
}

const sizeOf = ({ bodies }: KeptReply) => bodies.identity.length + bodies.br.length + bodies.gzip.length

/** Makes a reply that can be kept. `headers` are those of the plain body, in lower case. */
export function keptReply(of: {
  bodies: Encoded
  headers: Readonly<Record<string, string>>
  etag?: string | undefined
  names: readonly string[]
}): KeptReply {
  const etag = of.etag ?? `W/"${createHash('sha256').update(of.bodies.identity).digest('base64url').slice(0, 22)}"`
  const listed = (encoding: Encoding) => {
    const coding = of.bodies[encoding] === of.bodies.identity ? [] : ['content-encoding', encoding]
    const length = ['content-length', String(of.bodies[encoding].length)]
    return [...Object.entries(of.headers).flat(), 'vary', 'accept-encoding', 'etag', etag, ...coding, ...length]
  }
  return {
    etag,
    headers: { br: listed('br'), gzip: listed('gzip'), identity: listed('identity') },
    bodies: of.bodies,
    names: of.names,
  }
}

function withoutLength(headers: string[]): string[] {
  const at = headers.indexOf('content-length')
  return headers.filter((_, index) => index !== at && index !== at + 1)
}

/** Whether `If-None-Match` names this entity, compared weakly (RFC 9110 §13.1.2). */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
