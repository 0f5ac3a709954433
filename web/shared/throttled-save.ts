/**
 * Creates a save that follows changes closely without slowing down typing: the first change is saved at once, since the
 * page may end with it, and later ones once per interval.
 */
export function createThrottledSave(save: () => void, intervalMs: number) {
  let isPending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    if (!isPending) return
    isPending = false
    save()
  }

  function startInterval(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) startInterval()
      flush()
    }, intervalMs)
  }

  return {
    /** Schedules a save. A change of several parts is saved whole: not before the running task has made it. */
    schedule(): void {
      isPending = true
      queueMicrotask(() => {
        if (!isPending || timer !== undefined) return
        startInterval()
        flush()
      })
    },

    /** Saves pending changes now. */
    flush,

    /** Forgets pending changes. */
    cancel(): void {
      isPending = false
    },
  }
}
