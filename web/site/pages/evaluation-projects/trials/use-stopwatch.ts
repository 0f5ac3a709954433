import { useEffect, useEffectEvent, useState } from 'react'

const TICK_MS = 100

/** Returns a stopwatch, which reports the elapsed seconds while it is running. */
export function useStopwatch(onTick: (seconds: number) => void) {
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const tick = useEffectEvent((start: number) => onTick(getElapsedSeconds(start)))
  useEffect(() => {
    if (startedAt === null) return
    const interval = setInterval(() => tick(startedAt), TICK_MS)
    return () => clearInterval(interval)
  }, [startedAt])
  return {
    isRunning: startedAt !== null,

    start() {
      setStartedAt(performance.now())
      onTick(0)
    },

    /** Stops. Returns the elapsed seconds, or `null` if the stopwatch wasn't running. */
    stop(): number | null {
      if (startedAt === null) return null
      const elapsedSeconds = getElapsedSeconds(startedAt)
      setStartedAt(null)
      onTick(elapsedSeconds)
      return elapsedSeconds
    },
  }
}

/** Returns the seconds since a time of `performance.now()`, rounded to tenths. */
const getElapsedSeconds = (start: number): number => Math.round((performance.now() - start) / 100) / 10
