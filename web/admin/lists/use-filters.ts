import { useSearchParams } from 'react-router'

/** The filters and the page of a list, as part of the URL. */
export type Filters = {
  /** Returns a filter's value; '' if it is not set. */
  value(name: string): string
  /** Sets filters, '' clears one; the list begins at its first page again. */
  set(values: Readonly<Record<string, string>>, options?: { replace?: boolean }): void
  goToPage(page: number): void
  clear(): void
  /** Filters and page as a query, for the call and for the query's key. */
  query: string
  isFiltered: boolean
}

/**
 * Reads and changes filters in the URL by their names. Other parameters stay unchanged and are not part of the query.
 */
export function useFilters(names: readonly string[]): Filters {
  const [search, setSearch] = useSearchParams()
  const change = (values: Readonly<Record<string, string>>, options: { replace?: boolean } = {}) =>
    setSearch((current) => {
      const next = new URLSearchParams(current)
      for (const [name, value] of Object.entries(values))
        if (value === '') next.delete(name)
        else next.set(name, value)
      return next
    }, options)
  return {
    value: (name) => search.get(name) ?? '',
    set: (values, options) => change({ page: '', ...values }, options),
    goToPage: (page) => change({ page: page === 1 ? '' : String(page) }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, '']))),
    query: new URLSearchParams(
      [...search].filter(([name, value]) => value && (name === 'page' || names.includes(name))),
    ).toString(),
    isFiltered: names.some((name) => search.get(name)),
  }
}
