import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './buttons.tsx'
import { Dialog } from './dialog.tsx'

/** What waits for an answer: a link that was pressed, or so many steps in the tab's history. */
type Departure = { link: HTMLAnchorElement } | { steps: number }

/**
 * Asks before unsaved edits are left: the browser does before the tab closes, a dialog before a link of the site or Back
 * is followed. Another address of the same page doesn't leave it. Returns the dialog, which says the consequence.
 */
export function useLeaveGuard(isDirty: boolean, consequence: string): ReactNode {
  const [departure, setDeparture] = useState<Departure | null>(null)
  /** Whether the answer was to leave: nothing is kept from it then. */
  const isLeaving = useRef(false)

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
      setDeparture({ link })
    }
    const onNavigate = (event: NavigateEvent) => {
      const steps = isLeaving.current ? undefined : findLeavingSteps(event)
      if (steps === undefined) return
      event.preventDefault()
      setDeparture({ steps })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    // A browser without it doesn't ask before Back is followed.
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      window.navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [isDirty])

  function leave() {
    isLeaving.current = true
    setDeparture(null)
    if (departure && 'link' in departure) departure.link.click()
    else if (departure) history.go(departure.steps)
  }

  return (
    <Dialog isOpen={departure !== null} onClose={() => setDeparture(null)} title="有未保存的修改" className="max-w-md">
      <p>{consequence}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={leave}>
          离开
        </Button>
        <Button onClick={() => setDeparture(null)}>继续编辑</Button>
      </div>
    </Dialog>
  )
}

/** Returns the link of a click that leads to another page of the site in this tab. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.href === '' || link.hasAttribute('download') || !['', '_self'].includes(link.target))
    return undefined
  const { origin, pathname } = new URL(link.href)
  return origin === location.origin && pathname !== location.pathname ? link : undefined
}

/** Returns how far a step in the tab's history goes, if it leads to another page and the browser lets it be kept. */
function findLeavingSteps({ navigationType, cancelable, destination }: NavigateEvent): number | undefined {
  const { currentEntry } = window.navigation
  if (navigationType !== 'traverse' || !cancelable || !currentEntry) return undefined
  return new URL(destination.url).pathname === location.pathname ? undefined : destination.index - currentEntry.index
}
