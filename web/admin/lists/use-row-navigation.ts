import { useRef, useState } from 'react'
import { useShortcuts } from '../components/use-shortcuts.ts'

/**
 * Returns the selected row of a list, which `J` and `K` or the arrow keys change. The main button of the selected row gets
 * the focus, so that Enter presses it natively.
 */
export function useRowNavigation(keys: readonly string[]) {
  /** The main buttons of the rows, by row key. */
  const buttons = useRef(new Map<string, HTMLElement>())
  const [lastSelectedKey, setSelectedKey] = useState('')
  const index = keys.indexOf(lastSelectedKey)
  const isSelected = (key: string) => index !== -1 && key === lastSelectedKey

  function select(key: string | undefined) {
    if (key === undefined) return
    setSelectedKey(key)
    const button = buttons.current.get(key)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }
  const selectNext = () => select(keys[index + 1])
  const selectPrevious = () => select(keys[index === -1 ? 0 : index - 1])
  useShortcuts({ j: selectNext, ArrowDown: selectNext, k: selectPrevious, ArrowUp: selectPrevious })

  return {
    isSelected,
    select,
    /** Returns the props of a row's main button. A row that gets the focus by the Tab key or a click is selected, too. */
    getButtonProps: (key: string) => ({
      ref(element: HTMLElement | null) {
        if (element) buttons.current.set(key, element)
        else buttons.current.delete(key)
      },
      'aria-current': isSelected(key),
      onFocus: () => setSelectedKey(key),
    }),
  }
}

export type RowNavigation = ReturnType<typeof useRowNavigation>
