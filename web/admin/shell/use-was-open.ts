import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Returns whether the current screen has been open, so that a gate that closes keeps it mounted with its input. A
 * screen that is opened while a gate is closed has no input yet, and stays unmounted.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const { pathname } = useLocation()
  const [openPath, setOpenPath] = useState<string>()
  if (isOpen && openPath !== pathname) setOpenPath(pathname)
  return openPath === pathname
}
