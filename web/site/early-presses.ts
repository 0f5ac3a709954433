import { useEffect } from 'react'
import type { EarlyVisit } from './start-script.ts'

/** Presses again what was pressed in a part before React had taken it over. */
export function useEarlyPresses(part: keyof EarlyVisit['live']): void {
  useEffect(() => {
    const { live, presses } = globalThis.zhijianEarly ?? {}
    if (!live || !presses || live[part]) return
    live[part] = true
    for (const press of presses)
      if ((press.element.closest('main') ? 'page' : 'frame') === part && press.element.isConnected) pressAgain(press)
  }, [part])
}

function pressAgain({ element, key }: EarlyVisit['presses'][number]): void {
  if (key !== undefined) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  else if (element instanceof HTMLElement) element.click()
}
