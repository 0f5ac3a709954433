/** Counts the calls of keys in memory and writes them once a minute, since a program may make several a second. */
import { MINUTE_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addKeyUse, findKey, type KeyUseRow, updateKey } from './store.ts'

/** How often the uses are written, which is how exactly the last one is known. */
export const KEY_USES_FLUSH_MS = MINUTE_MS

type KeyRequest = { keyId: string; address: string; call: string }

/** Creates the counter of the calls that keys make. */
export function createKeyUses({ database, clock }: { database: Database; clock: Clock }) {
  let counts = new Map<string, KeyUseRow>()
  let lastUses = new Map<string, { lastUsedAt: string; lastUsedAddress: string }>()
  const seen = new Set<string>()
  let lastFlush: Promise<void> = Promise.resolve()

  function add(row: KeyUseRow): void {
    const name = `${row.keyId} ${row.day} ${row.call}`
    const counted = counts.get(name)
    counts.set(name, { ...row, count: row.count + (counted?.count ?? 0) })
  }

  async function write(): Promise<void> {
    const written = { counts, lastUses }
    counts = new Map()
    lastUses = new Map()
    if (written.lastUses.size === 0) return
    try {
      await database.write(async ({ db }) => {
        // In the same order on every node, so that two can't wait for each other.
        for (const [id, use] of [...written.lastUses].sort(([a], [b]) => (a < b ? -1 : 1))) {
          // The key may have been deleted meanwhile.
          if (!(await findKey(db, id))) continue
          await updateKey(db, id, use)
          for (const row of written.counts.values()) if (row.keyId === id) await addKeyUse(db, row)
        }
      })
    } catch (error) {
      for (const row of written.counts.values()) add(row)
      lastUses = new Map([...written.lastUses, ...lastUses])
      throw error
    }
  }

  /** Writes the counts since the last flush; flushes on this node run one after another. */
  function flush(): Promise<void> {
    lastFlush = lastFlush.then(write, write)
    return lastFlush
  }

  return {
    flush,

    /** Counts a call of a key. A key’s first one on this node is written at once, so that its owner sees that it works. */
    async record({ keyId, address, call }: KeyRequest): Promise<void> {
      add({ keyId, day: toDay(clock.now()), call, count: 1 })
      lastUses.set(keyId, { lastUsedAt: timestamp(clock), lastUsedAddress: address })
      if (seen.has(keyId)) return
      seen.add(keyId)
      // A read must not fail because its count can't be stored; it is stored later.
      await flush().catch(() => {})
    },
  }
}
