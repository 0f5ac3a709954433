import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Returns whether the current screen was shown before its gate closed. The gate then keeps the screen mounted, with its
 * input; a screen that is opened while the gate is closed has no input yet, and stays unmounted.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const { pathname } = useLocation()
  const [openPath, setOpenPath] = useState<string>()
  if (isOpen && openPath !== pathname) setOpenPath(pathname)
  return openPath === pathname
}
