/**
 * Tells the drafts of open editors from those whose tab is gone: an open editor holds a lock named after its draft,
 * which the browser releases with the tab, however that ends. A browser without locks (on an insecure address) knows
 * none as open: it offers each draft, and loses none.
 */

const lockName = (draftId: string) => `zhijian-draft:${draftId}`

/** Holds the lock of an open editor until the signal is aborted. */
export function holdEditorLock(draftId: string, signal: AbortSignal): void {
  const release = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks?.request(lockName(draftId), () => release).catch(() => undefined)
}

/** Resolves when no editor holds a draft's lock; with false if the signal was aborted before. */
export async function waitUntilEditorGone(draftId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await navigator.locks?.request(lockName(draftId), { signal }, () => undefined)
    return !signal.aborted
  } catch {
    return false
  }
}
