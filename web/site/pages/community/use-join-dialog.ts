import { useSearchParams } from 'react-router'

const PARAMETER = 'join'

/** Whether the join dialog is open stands in the address (`?join=open`), so that a link can open it and Back closes it. */
export function useJoinDialog(): { isOpen: boolean; open: () => void; close: () => void } {
  const [search, setSearch] = useSearchParams()
  const isOpen = search.get(PARAMETER) === 'open'
  return {
    isOpen,
    open() {
      const next = new URLSearchParams(search)
      next.set(PARAMETER, 'open')
      setSearch(next, { preventScrollReset: true })
    },
    close() {
      if (!isOpen) return
      const next = new URLSearchParams(search)
      next.delete(PARAMETER)
      setSearch(next, { replace: true, preventScrollReset: true })
    },
  }
}
