import { useCallback, useRef, useState } from 'react'

/**
 * Keyboard navigation among the rows of a list. The selected row's main button, registered by its key, gets the focus,
 * so that Enter presses it natively.
 */
export function useRows(keys: readonly string[]) {
  const buttons = useRef(new Map<string, HTMLElement>())
  const [chosen, setChosen] = useState('')
  const index = keys.indexOf(chosen)

  const register = useCallback(
    (key: string) => (element: HTMLElement | null) => {
      if (element) buttons.current.set(key, element)
      else buttons.current.delete(key)
    },
    [],
  )

  function choose(key: string | undefined) {
    if (key === undefined) return
    setChosen(key)
    const button = buttons.current.get(key)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: 1 | -1) => choose(keys[index === -1 ? 0 : index + step])

  return {
    /** The key of the selected row; '' if none is selected. */
    chosen: index === -1 ? '' : chosen,
    choose,
    /** Records the row that got the focus by other means. */
    notice: setChosen,
    register,
    moves: { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
  }
}

export type Rows = ReturnType<typeof useRows>
