import { useEffect, useEffectEvent, useState } from 'react'
import type { Pagination } from '#contracts/pagination.ts'

type QueueOptions<Item> = {
  /** The loaded page of the list; `undefined` while another one is being loaded. */
  page: { data: readonly Item[]; pagination: Pagination } | undefined
  getId: (item: Item) => string
  /** The selected item in the URL, '' without one, and the page of the list. */
  query: { id: string; page: number }
  /** Whether the first item is selected without one in the URL. */
  selectsFirst?: boolean
  change: (query: { id: string; page?: number }, options?: { replace: boolean }) => void
}

/** Moves from the selected item of a paginated list to the next and the previous one, also after it has left the list. */
export function useQueue<Item>({ page, getId, query, selectsFirst = false, change }: QueueOptions<Item>) {
  /** The adjacent page that was moved to, and the row at which it is entered. */
  const [enteredPage, setEnteredPage] = useState<{ number: number; row: 'first' | 'last' } | null>(null)
  const entryRow = query.id === '' && enteredPage?.number === query.page ? enteredPage.row : null
  const enteredItem = entryRow && page?.data.at(entryRow === 'last' ? -1 : 0)
  const enteredId = enteredItem ? getId(enteredItem) : ''
  const firstItem = selectsFirst && entryRow === null ? page?.data[0] : undefined
  const selectedId = query.id || enteredId || (firstItem ? getId(firstItem) : '')
  const selectEntered = useEffectEvent((id: string) => change({ id }, { replace: true }))
  useEffect(() => {
    if (enteredId !== '') selectEntered(enteredId)
  }, [enteredId])
  /** The index of the selected item in the list, or the last one that it had. */
  const [lastIndex, setLastIndex] = useState(0)
  const index = page?.data.findIndex((item) => getId(item) === selectedId) ?? -1
  if (index >= 0 && index !== lastIndex) setLastIndex(index)

  function getAdjacentIndex(step: 1 | -1): number {
    if (index >= 0) return index + step
    // The selected item has left the list: the next one has its index now.
    return step === 1 ? lastIndex : lastIndex - 1
  }

  function select(id: string) {
    setEnteredPage(null)
    change({ id })
  }

  return {
    /** The id of the selected item, '' without one. */
    selectedId,
    /** Whether an adjacent page is being entered. */
    isEntering: entryRow !== null && page?.data.length !== 0,
    select,

    /** Selects the next or previous item, on the adjacent page if necessary. */
    move(step: 1 | -1) {
      if (!page) return
      const adjacentItem = page.data[getAdjacentIndex(step)]
      if (adjacentItem) return select(getId(adjacentItem))
      const { current, total } = page.pagination
      const adjacentPage = current + step
      if (adjacentPage < 1 || adjacentPage > total) return
      setEnteredPage({ number: adjacentPage, row: step === 1 ? 'first' : 'last' })
      change({ id: '', page: adjacentPage })
    },
  }
}
