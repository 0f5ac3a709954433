import { useEffect } from 'react'
import type { EarlyInteraction } from './start-script.ts'

/**
 * Replays the clicks and key presses that the layout or the page received before React hydrated it, and hides the
 * progress bar that showed that a click was waiting.
 */
export function useReplayEarlyEvents(region: keyof EarlyInteraction['hydrated']): void {
  useEffect(() => {
    const { hydrated, events } = globalThis.zhijianEarly ?? {}
    if (!hydrated || !events || hydrated[region]) return
    hydrated[region] = true
    if (hydrated.layout && hydrated.page) delete document.documentElement.dataset.waiting
    for (const event of events)
      if ((event.element.closest('main') ? 'page' : 'layout') === region && event.element.isConnected) replay(event)
  }, [region])
}

function replay({ element, key }: EarlyInteraction['events'][number]): void {
  if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  else if (element instanceof HTMLElement) element.click()
}
