import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Returns the ref of a container that keeps the keyboard's focus: if the focused element is removed, as the button of
 * a row that is no longer listed, its nearest remaining ancestor that can be focused gets the focus.
 */
export function useFocusFallback<Container extends HTMLElement>(): RefObject<Container | null> {
  const containerRef = useRef<Container>(null)
  useEffect(() => {
    const container = containerRef.current
    if (!container) return
    let focusedPath: HTMLElement[] = []
    const rememberFocus = ({ target }: FocusEvent) => {
      focusedPath = target instanceof HTMLElement ? listFocusable(target, container) : []
    }
    const observer = new MutationObserver(() => {
      if (focusedPath.length === 0 || focusedPath[0]?.isConnected) return
      const fallback = focusedPath.find(({ isConnected }) => isConnected)
      focusedPath = []
      if (isFocusLost()) fallback?.focus({ preventScroll: true })
    })
    container.addEventListener('focusin', rememberFocus)
    observer.observe(container, { childList: true, subtree: true })
    return () => {
      container.removeEventListener('focusin', rememberFocus)
      observer.disconnect()
    }
  }, [])
  return containerRef
}

/** Lists an element and its ancestors that can be focused, up to the container. */
function listFocusable(element: HTMLElement, container: HTMLElement): HTMLElement[] {
  const path = [element]
  for (let ancestor = element; ancestor !== container && ancestor.parentElement; ) {
    ancestor = ancestor.parentElement
    if (ancestor.hasAttribute('tabindex')) path.push(ancestor)
  }
  return path
}
