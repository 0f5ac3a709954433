/**
 * Rate limits, shared by all nodes if there can be several. A route's own limit is low and protects something
 * expensive, so each request queries the shared count in the database. The general limit is high and applies to every
 * request: nodes exchange its counts once a second.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CountTotal, SharedCounters } from '#server/platform/database/shared-counters.ts'
import { type RepeatingTask, repeat } from '#server/platform/repeat.ts'
import { sha256 } from '#server/platform/sha256.ts'

const FLUSH_INTERVAL_MS = 1_000
const PRUNE_MS = 60_000
/** If the database takes longer or fails, the node uses its own counts, and pauses sharing. */
const TIMEOUT_MS = 500
const PAUSE_MS = 5_000
/** The maximum number of counts that a node stores; beyond that the oldest are evicted. */
const MAX_ENTRIES = 20_000

/** `count` is the total known to this node, `unflushed` the part of it not yet added to the shared count. */
type Entry = { count: number; until: number; unflushed: number }
type WindowCount = { current: number; ttl: number }

type SharedRateLimits = { Store: FastifyRateLimitStoreCtor; stop(): void }

/**
 * Creates the store for the rate-limit plugin. It shares its counts with the other nodes until it is stopped; without
 * `shared`, counts are local.
 */
export function createSharedRateLimits(shared: SharedCounters | undefined): SharedRateLimits {
  const entries = new Map<string, Entry>()
  /** By `performance.now()`, which isn't affected by changes of the system clock. */
  let pausedUntil = 0

  function getOrCreateEntry(key: string, windowMs: number): Entry {
    const now = Date.now()
    const entry = entries.get(key)
    // A window that ends later than one starting now was created before the clock was set back.
    if (entry && entry.until > now && entry.until <= now + windowMs) return entry
    const newEntry = { count: 0, until: now + windowMs, unflushed: 0 }
    entries.delete(key)
    if (entries.size >= MAX_ENTRIES) evictOldest()
    entries.set(key, newEntry)
    return newEntry
  }

  function evictOldest(): void {
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  /**
   * Adds the unflushed counts of these keys to the shared ones. Returns the totals; empty if the database is
   * unavailable.
   */
  async function share(keys: readonly string[]): Promise<ReadonlyMap<string, CountTotal>> {
    if (!shared || performance.now() < pausedUntil) return new Map()
    const changes = keys.flatMap((key) => {
      const entry = entries.get(key)
      return entry && entry.unflushed > 0 ? [{ key, entry, count: entry.unflushed, until: entry.until }] : []
    })
    if (changes.length === 0) return new Map()
    for (const { entry } of changes) entry.unflushed = 0
    try {
      const totals = await withTimeout(shared.add(changes.map(({ key, count, until }) => ({ key, count, until }))))
      for (const { key, entry } of changes) {
        const total = totals.get(key)
        if (total) Object.assign(entry, { count: total.count + entry.unflushed, until: total.until })
      }
      return totals
    } catch {
      pausedUntil = performance.now() + PAUSE_MS
      for (const { entry, count } of changes) entry.unflushed += count
      return new Map()
    }
  }

  async function flushAll(): Promise<void> {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
    await share([...entries.keys()])
  }

  const ignoreError = () => {
    // Sharing and pruning are retried at the next interval.
  }
  const tasks: RepeatingTask[] = [repeat(FLUSH_INTERVAL_MS, flushAll, ignoreError)]
  if (shared) tasks.push(repeat(PRUNE_MS, shared.prune, ignoreError))

  /** Counts a request. An exact count is the total of all nodes; otherwise it may lag behind by a flush interval. */
  async function count(key: string, windowMs: number, { isExact }: { isExact: boolean }): Promise<WindowCount> {
    const entry = getOrCreateEntry(key, windowMs)
    entry.count += 1
    entry.unflushed += 1
    const total = isExact ? (await share([key])).get(key) : undefined
    const { count: current, until } = total ?? entry
    return { current, ttl: Math.max(0, until - Date.now()) }
  }

  class Store implements FastifyRateLimitStore {
    readonly #route: string | undefined

    constructor({ route }: { route?: string } = {}) {
      this.#route = route
    }

    incr(address: string, callback: (error: Error | null, result?: WindowCount) => void, windowMs: number): void {
      // IP addresses are personal data: only their hashes are stored.
      const key = sha256(`${this.#route ?? ''} ${address}`).slice(0, 32)
      void count(key, windowMs, { isExact: this.#route !== undefined }).then((result) => callback(null, result))
    }

    /** The plugin passes the route, and a limit's own options, in properties that are missing from its types. */
    child(options: object): Store {
      const { method, url } = Object(Reflect.get(options, 'routeInfo'))
      const group: unknown = Reflect.get(options, 'group')
      return new Store({ route: typeof group === 'string' ? group : `${method} ${url}` })
    }
  }

  return {
    Store,
    stop() {
      for (const { stop } of tasks) stop()
    },
  }
}

async function withTimeout<Result>(task: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return Promise.race([
    task,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
}
