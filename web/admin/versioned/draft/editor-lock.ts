/**
 * Distinguishes the drafts of open editors from those of closed tabs. An open editor holds a Web Lock named after its
 * draft, which the browser releases when the tab closes or crashes. Without Web Locks (on an insecure origin) every
 * draft counts as closed: it is offered, so none is lost.
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
