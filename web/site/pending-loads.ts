/** Counts the loads that the visitor waits for, for the progress bar. */

let pendingLoads = 0
const listeners = new Set<() => void>()

/** Notifies listeners in a microtask, as a load may start while React renders, and state can't be set then. */
function changePendingLoads(change: 1 | -1) {
  pendingLoads += change
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })
}

/** Shows the progress bar until something that the visitor waits for is loaded. Returns the same promise. */
export function trackLoad<Result>(loading: Promise<Result>): Promise<Result> {
  changePendingLoads(1)
  return loading.finally(() => changePendingLoads(-1))
}

export const isLoading = (): boolean => pendingLoads > 0

/** Calls a function whenever a tracked load starts or finishes. Returns an unsubscribe function. */
export function subscribeToLoads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
