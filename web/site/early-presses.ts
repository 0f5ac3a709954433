import { useEffect } from 'react'
import type { EarlyVisit } from './start-script.ts'

/** Presses the buttons of a part again that were pressed before React had taken it over. */
export function useEarlyPresses(part: keyof EarlyVisit['live']): void {
  useEffect(() => {
    const { live, presses } = globalThis.zhijianEarly ?? {}
    if (!live || !presses || live[part]) return
    live[part] = true
    const isOfPart = (button: HTMLElement) => (button.closest('main') ? 'page' : 'frame') === part
    for (const button of presses.filter(isOfPart)) if (button.isConnected) button.click()
  }, [part])
}
