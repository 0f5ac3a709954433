/**
 * Distinguishes drafts of open editors from drafts of closed ones. An open editor holds a Web Lock named after its
 * draft, which the browser releases if the tab is closed or crashes. On an insecure origin, which has no Web Locks, every
 * editor counts as closed, so that no draft is lost.
 */

const getLockName = (draftId: string) => `zhijian-draft:${draftId}`

/** Holds the lock of an open editor until the signal is aborted. */
export function acquireEditorLock(draftId: string, signal: AbortSignal): void {
  const release = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks?.request(getLockName(draftId), () => release).catch(() => undefined)
}

/** Resolves to true when no editor holds a draft's lock, to false if the signal was aborted first. */
export async function waitUntilEditorClosed(draftId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await navigator.locks?.request(getLockName(draftId), { signal }, () => undefined)
    return !signal.aborted
  } catch {
    return false
  }
}
