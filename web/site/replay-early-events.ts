import { useEffect } from 'react'
import type { EarlyInteraction } from './start-script.ts'

/** Replays the clicks and key presses that a part of the page received before React hydrated it. */
export function useReplayEarlyEvents(part: keyof EarlyInteraction['hydrated']): void {
  useEffect(() => {
    const { hydrated, presses } = globalThis.zhijianEarly ?? {}
    if (!hydrated || !presses || hydrated[part]) return
    hydrated[part] = true
    for (const press of presses)
      if ((press.element.closest('main') ? 'page' : 'frame') === part && press.element.isConnected) replay(press)
  }, [part])
}

function replay({ element, key }: EarlyInteraction['presses'][number]): void {
  if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  else if (element instanceof HTMLElement) element.click()
}
