/** What a node measures of itself between two checks. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import type { RequestCounts } from '#server/platform/http/server/request-counts.ts'

const RESOLUTION_MS = 20
const NANOSECONDS = 1e6

/** Starts measuring. Takes the counts of requests since the start. */
export function createOwnFigures(requests: Readonly<RequestCounts>) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const before: { at: number; count: number; errors: number }[] = []
  return {
    /** Returns the figures since the last reading, and since the window of requests began. */
    read(now: Date) {
      // The timer itself comes once in `RESOLUTION_MS`; an empty histogram has no percentile.
      const loopDelayMs = delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / NANOSECONDS - RESOLUTION_MS)
      delay.reset()
      const at = now.getTime()
      before.push({ at, count: requests.count, errors: requests.errors })
      while ((before[0]?.at ?? at) < at - ALARM_TIMES.errorWindow) before.shift()
      const first = before[0] ?? { count: 0, errors: 0 }
      return {
        loopDelayMs,
        requests: { count: requests.count - first.count, errors: requests.errors - first.errors },
      }
    },
    stop: () => delay.disable(),
  }
}
