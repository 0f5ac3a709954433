/** The state of a catalogue's list, which is part of the URL. */
import { PRODUCTS_PER_PAGE } from '#contracts/limits.ts'
import { type PageQuery, pageAddress, readPageQuery } from '#contracts/page-address.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { FacetChoices } from '#contracts/products/facets.ts'
import type { ProductFilter, ProductListCriteria, ProductListQuery } from '#contracts/products/product.ts'
import type { Catalogue, Recommendation } from '#contracts/vocabulary.ts'
import { countFacetValues } from './facet-choices.ts'

export type ListState = Omit<ProductListCriteria, 'verdict'> & {
  verdict: '' | Recommendation
  /** The chosen values of attributes, by their keys. */
  f: FacetChoices
  /** Whether only facts that the platform verified count. */
  verified: boolean
  page: number
  /** The ids of the products chosen for a comparison. */
  compare: readonly string[]
  isComparing: boolean
  onlyDifferences: boolean
}

const { parameters } = SITE_PAGES.products
type ListQuery = PageQuery<typeof parameters>

/** Converts a URL's query to the state of the list. */
export const listState = ({ view, diff, ...filters }: ListQuery): ListState => ({
  ...filters,
  isComparing: view === 'compare',
  onlyDifferences: diff,
})

/** Returns what the form of the search and the filters says. */
export const readListForm = (form: HTMLFormElement): ListQuery =>
  readPageQuery(parameters, new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])))

export const PLAIN_LIST = listState(readPageQuery(parameters, new URLSearchParams()))

/** Returns the state after a choice; one that changes the results starts at the first page. */
export function withChoice(state: ListState, choice: Partial<ListState>): ListState {
  const resetsPage = ['search', 'category', 'price', 'type', 'verdict', 'f', 'verified', 'sort', 'order'].some(
    (name) => name in choice,
  )
  return { ...state, ...(resetsPage ? { page: 1 } : {}), ...choice }
}

/** Returns the URL of a state. Defaults are omitted, so that each list has one URL. */
export const formatListUrl = (path: string, { isComparing, onlyDifferences, ...filters }: ListState): string =>
  pageAddress(path, parameters, {
    ...filters,
    view: isComparing ? 'compare' : 'list',
    diff: isComparing && onlyDifferences,
  })

/** Returns what the products of a state's list are, whatever their order. */
export const listFilter = (catalogue: Catalogue, state: ListState): ProductFilter => ({
  catalogue,
  search: state.search,
  category: state.category,
  price: state.price,
  type: state.type,
  verdict: state.verdict,
  f: state.f,
  verified: state.verified ? 'true' : 'false',
})

/** Returns the query of the call that answers a state's list. */
export const listQuery = (catalogue: Catalogue, state: ListState): ProductListQuery => ({
  ...listFilter(catalogue, state),
  sort: state.sort,
  order: state.order,
  page: state.page,
  pageSize: PRODUCTS_PER_PAGE,
  fields: 'card',
})

/** Returns how many of the selects filter. */
export const activeFilters = ({ category, price, type, verdict }: ListState): number =>
  [category, price, type, verdict].filter((value) => value !== '').length

/** Returns whether the list is all there is, whatever its order and page. */
export const isUnfiltered = (state: ListState): boolean =>
  state.search === '' && activeFilters(state) === 0 && countFacetValues(state.f) === 0 && !state.verified
