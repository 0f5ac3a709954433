import { useCallback, useRef, useState } from 'react'

/**
 * Moves among the rows of a list by keys. Each row has a main button, registered by its key, which gets the focus: Enter
 * presses it, as everywhere.
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
    /** The chosen row's key, '' if none is. */
    chosen: index === -1 ? '' : chosen,
    choose,
    /** Notes the row that got the focus in another way. */
    notice: setChosen,
    register,
    moves: { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) },
  }
}

export type Rows = ReturnType<typeof useRows>
