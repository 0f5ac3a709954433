/** Measures this node's event-loop lag and request errors between two checks. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import type { RequestCounts } from '#server/platform/http/server/request-counts.ts'

const RESOLUTION_MS = 20
const NANOSECONDS_PER_MS = 1e6

/** Starts measuring. `requests` contains the counts since the start of the process, and is updated by the server. */
export function createNodeMeasurements(requests: Readonly<RequestCounts>) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const samples: { at: number; count: number; errors: number }[] = []
  return {
    /** Returns the event-loop lag since the last reading, and the request counts within the error window. */
    read(now: Date) {
      // The timer fires every `RESOLUTION_MS`, which is subtracted; an empty histogram has no percentile.
      const loopDelayMs = delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / NANOSECONDS_PER_MS - RESOLUTION_MS)
      delay.reset()
      const at = now.getTime()
      samples.push({ at, count: requests.count, errors: requests.errors })
      while ((samples[0]?.at ?? at) < at - ALARM_TIMES.errorWindowMs) samples.shift()
      const first = samples[0] ?? { count: 0, errors: 0 }
      return {
        loopDelayMs,
        requests: { count: requests.count - first.count, errors: requests.errors - first.errors },
      }
    },
    stop: () => delay.disable(),
  }
}
