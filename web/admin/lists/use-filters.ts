import { useSearchParams } from 'react-router'
import { ALL } from '#contracts/vocabulary.ts'
import { useLatestSearch } from '../components/use-latest-search.ts'

/** With `replace`, no entry is added to the browser history. */
type ChangeOptions = { replace?: boolean }

/** The filters and the page number of a list, stored in the URL. */
export type Filters = {
  /** Returns the value of a filter, or its default; '' if it selects everything. */
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

/**
 * Returns the named filters in the URL. Other URL parameters stay unchanged and are not part of `queryString`. The URL
 * omits a filter that has its default, and contains `ALL` if one with a default selects everything.
 */
export function useFilters(names: readonly string[], defaults: Readonly<Record<string, string>> = {}): Filters {
  const [search, setSearch] = useSearchParams()
  const getLatestSearch = useLatestSearch()
  function change(values: Readonly<Record<string, string>>, options: ChangeOptions = {}): void {
    const next = getLatestSearch()
    for (const [name, value] of Object.entries(values)) {
      const stored = toStored(value, defaults[name])
      if (stored === '') next.delete(name)
      else next.set(name, stored)
    }
    setSearch(next, options)
  }
  const getDefault = (name: string): string => defaults[name] ?? ''
  const get: Filters['get'] = (name) => {
    const value = search.get(name) || getDefault(name)
    return name in defaults && value === ALL ? '' : value
  }
  const set: Filters['set'] = (values, options) => change({ page: '', ...values }, options)
  return {
    get,
    set,
    getFieldProps: (name) => ({ value: get(name), onChange: (value, options) => set({ [name]: value }, options) }),
    goToPage: (page) => change({ page: page === 1 ? '' : String(page) }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, getDefault(name)]))),
    queryString: new URLSearchParams(
      [...names, 'page'].map((name) => [name, get(name)]).filter(([, value]) => value),
    ).toString(),
    isFiltered: names.some((name) => get(name) !== getDefault(name)),
    countSet: (filterNames) => filterNames.filter((name) => get(name) !== getDefault(name)).length,
  }
}

/** Returns what the URL contains for the value of a filter; '' if it omits the filter. */
function toStored(value: string, defaultValue: string | undefined): string {
  if (defaultValue === undefined) return value
  if (value === '') return ALL
  return value === defaultValue ? '' : value
}
