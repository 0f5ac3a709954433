import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './buttons.tsx'
import { Dialog } from './dialog.tsx'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

/** A navigation that awaits confirmation: by a clicked link, or by a number of steps in the tab's history. */
type PendingNavigation = { link: HTMLAnchorElement } | { steps: number }

/**
 * Asks for confirmation before unsaved edits are lost: with the browser's prompt before the tab closes, and with a
 * dialog before the member follows a link of the site or goes back. The end of the session asks to sign in again.
 * Navigation to another URL of the same path isn't guarded. Returns the dialog, which shows `consequence`.
 */
export function useLeaveGuard(isDirty: boolean, consequence: string): ReactNode {
  const [pending, setPending] = useState<PendingNavigation | null>(null)
  /** Whether the visitor has confirmed leaving, so that no navigation is blocked any more. */
  const isLeaving = useRef(false)
  useUnsavedEdits(isDirty)

  useEffect(() => {
    if (!isDirty) return
    isLeaving.current = false
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = isLeaving.current ? undefined : findLeavingLink(event)
      if (!link) return
      event.preventDefault()
      setPending({ link })
    }
    const onNavigate = (event: NavigateEvent) => {
      const steps = isLeaving.current ? undefined : findLeavingSteps(event)
      if (steps === undefined) return
      event.preventDefault()
      setPending({ steps })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    // Without the Navigation API, going back can't be intercepted.
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      window.navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [isDirty])

  function leave() {
    isLeaving.current = true
    setPending(null)
    if (pending && 'link' in pending) pending.link.click()
    else if (pending) history.go(pending.steps)
  }

  return (
    <Dialog isOpen={pending !== null} onClose={() => setPending(null)} title="有未保存的修改" className="max-w-md">
      <p>{consequence}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={leave}>
          离开
        </Button>
        <Button onClick={() => setPending(null)}>继续编辑</Button>
      </div>
    </Dialog>
  )
}

/** Returns the link of a click if it leads to another page of the site in this tab. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.href === '' || link.hasAttribute('download') || !['', '_self'].includes(link.target))
    return undefined
  const { origin, pathname } = new URL(link.href)
  return origin === location.origin && pathname !== location.pathname ? link : undefined
}

/** Returns the steps of a history traversal, if it leads to another page and can be cancelled. */
function findLeavingSteps({ navigationType, cancelable, destination }: NavigateEvent): number | undefined {
  const { currentEntry } = window.navigation
  if (navigationType !== 'traverse' || !cancelable || !currentEntry) return undefined
  return new URL(destination.url).pathname === location.pathname ? undefined : destination.index - currentEntry.index
}
