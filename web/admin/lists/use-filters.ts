import { useSearchParams } from 'react-router'
import { useLatestSearch } from '../components/use-latest-search.ts'

/** With `replace`, no entry is added to the browser history. */
type ChangeOptions = { replace?: boolean }

/** The filters and the page number of a list, stored in the URL. */
export type Filters = {
  /** Returns the value of a filter; '' if it is not set. */
  get(name: string): string
  /** Sets filters and returns to the first page; '' clears a filter. */
  set(values: Readonly<Record<string, string>>, options?: ChangeOptions): void
  /** Returns the props that connect an input to a filter. */
  getFieldProps(name: string): { value: string; onChange: (value: string, options?: ChangeOptions) => void }
  goToPage(page: number): void
  /** Clears all filters and returns to the first page. */
  clear(): void
  /** Filters and page, for the request and the query key. */
  queryString: string
  isFiltered: boolean
  /** Returns how many of the named filters are set. */
  countSet(names: readonly string[]): number
}

/** Returns the named filters in the URL. Other URL parameters stay unchanged and are not part of `queryString`. */
export function useFilters(names: readonly string[]): Filters {
  const [search, setSearch] = useSearchParams()
  const getLatestSearch = useLatestSearch()
  function change(values: Readonly<Record<string, string>>, options: ChangeOptions = {}): void {
    const next = getLatestSearch()
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, options)
  }
  const get: Filters['get'] = (name) => search.get(name) ?? ''
  const set: Filters['set'] = (values, options) => change({ page: '', ...values }, options)
  return {
    get,
    set,
    getFieldProps: (name) => ({ value: get(name), onChange: (value, options) => set({ [name]: value }, options) }),
    goToPage: (page) => change({ page: page === 1 ? '' : String(page) }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, '']))),
    queryString: new URLSearchParams(
      [...search].filter(([name, value]) => value && (name === 'page' || names.includes(name))),
    ).toString(),
    isFiltered: names.some((name) => search.get(name)),
    countSet: (filterNames) => filterNames.filter((name) => search.get(name)).length,
  }
}
