import { useCallback, useRef, useState } from 'react'

/**
 * Returns the selected row of a list and the shortcuts that select the next or previous one. The main button of the
 * selected row gets the focus, so that Enter presses it natively.
 */
export function useRowNavigation(keys: readonly string[]) {
  /** The main buttons of the rows, by row key. */
  const buttons = useRef(new Map<string, HTMLElement>())
  const [selectedKey, setSelectedKey] = useState('')
  const index = keys.indexOf(selectedKey)

  /** Returns the ref of a row's main button. */
  const getButtonRef = useCallback(
    (key: string) => (element: HTMLElement | null) => {
      if (element) buttons.current.set(key, element)
      else buttons.current.delete(key)
    },
    [],
  )

  function select(key: string | undefined) {
    if (key === undefined) return
    setSelectedKey(key)
    const button = buttons.current.get(key)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: 1 | -1) => select(keys[index === -1 ? 0 : index + step])

  return {
    /** The key of the selected row; '' if none is selected. */
    selectedKey: index === -1 ? '' : selectedKey,
    select,
    /** Must be called if a row gets the focus by other means, such as the Tab key. */
    setSelectedKey,
    getButtonRef,
    shortcuts: { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
  }
}

export type RowNavigation = ReturnType<typeof useRowNavigation>
