import { useLocation, useSearchParams } from 'react-router'
import { type PageParameters, type PageQuery, readPageQuery, setParameter } from '#contracts/page-address.ts'

type ChangeOptions = {
  replace?: boolean
  /** Set if nothing else may stay in the address. */
  isAlone?: boolean
}

/** Reads and changes the declared parameters of the current URL; others stay unchanged. */
export function usePageQuery<Parameters extends PageParameters>(parameters: Parameters) {
  const [search, setSearch] = useSearchParams()
  // The navigation state, such as the list that a product was opened from, is kept.
  const { state } = useLocation()
  return {
    query: readPageQuery(parameters, search),
    change(query: Partial<PageQuery<Parameters>>, { isAlone = false, ...options }: ChangeOptions = {}) {
      const next = new URLSearchParams(isAlone ? [] : search)
      for (const [name, value] of Object.entries(query)) {
        const parameter = parameters[name]
        if (parameter) setParameter(next, name, parameter, parameter.write(value))
      }
      setSearch(next, { ...options, preventScrollReset: true, state })
    },
  }
}
