import { useSearchParams } from 'react-router'

const PARAMETER = 'package'

/** The package that the visitor has in mind, by its name; it stands in the address. */
export function useChosenPackage(): { chosen: string; toggle: (name: string) => void } {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get(PARAMETER) ?? ''
  return {
    chosen,
    toggle(name) {
      const next = new URLSearchParams(search)
      if (name === chosen) next.delete(PARAMETER)
      else next.set(PARAMETER, name)
      setSearch(next, { preventScrollReset: true })
    },
  }
}
