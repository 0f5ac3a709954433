/** A node's own memory of a database that is away, which can't be asked then. */
import { createHash } from 'node:crypto'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The settings as they were last read. */
export type Remembered = { config: AlarmSettings; siteName: string }
export type Outage = Remembered & { id: string; since: Date }

/** Creates the memory. */
export function createOutage(clock: Clock) {
  let remembered: Remembered | undefined
  let awaySince: Date | undefined
  let isTold = false
  let backAt = Number.NEGATIVE_INFINITY

  const getId = (since: Date): string => createHash('sha256').update(since.toISOString()).digest('hex').slice(0, 32)

  return {
    getId,
    remember(next: Remembered): void {
      remembered = next
    },

    /** Notes that the database doesn't answer. Returns the outage, once, when it has lasted long enough to be told of. */
    begin(): Outage | undefined {
      const now = clock.now()
      awaySince ??= now
      const isLasting = now.getTime() - awaySince.getTime() >= ALARMS.databaseAway.threshold
      if (!isLasting || isTold || !remembered) return undefined
      isTold = true
      return { ...remembered, id: getId(awaySince), since: awaySince }
    },

    /** Notes that the database answers. Returns when an outage that was told of began. */
    end(): Date | undefined {
      const since = isTold ? awaySince : undefined
      if (awaySince) backAt = clock.now().getTime()
      awaySince = undefined
      isTold = false
      return since
    },

    isRecent: (withinMs: number): boolean => clock.now().getTime() - backAt < withinMs,

    describe: (since: Date): string => `数据库自${formatMinuteInShanghai(since)}（北京时间）起无法访问。`,
  }
}
