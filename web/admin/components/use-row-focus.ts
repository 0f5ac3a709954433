import { type RefObject, useRef } from 'react'

type RowFocus<List extends HTMLElement> = {
  /** The element whose children are the rows. */
  list: RefObject<List | null>
  addButton: RefObject<HTMLButtonElement | null>
  /**
   * Focuses the first input of a row once the list has rendered: of the last row if there are fewer rows. Focuses the
   * add button if the list is empty.
   */
  focusRow: (index: number) => void
}

/** Moves the focus when rows of inputs are added or removed, so that it isn't lost with the removed row. */
export function useRowFocus<List extends HTMLElement>(): RowFocus<List> {
  const list = useRef<List>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const focusRow = (index: number) => {
    requestAnimationFrame(() => {
      const rows = list.current?.children
      const row = rows?.[Math.min(index, rows.length - 1)]
      const target = row?.querySelector('input') ?? addButton.current
      target?.focus()
    })
  }
  return { list, addButton, focusRow }
}
