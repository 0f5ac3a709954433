/** The state of a catalogue's list, which is stored in the URL. */
import { PRODUCTS_PER_PAGE } from '#contracts/limits.ts'
import { buildPageUrl, type PageQuery, parsePageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { FacetChoices } from '#contracts/products/facets.ts'
import type { ProductFilter, ProductListCriteria, ProductListQuery } from '#contracts/products/product.ts'
import type { Catalogue, Recommendation } from '#contracts/vocabulary.ts'
import { countFacetValues } from './toggle-facet.ts'

export type ListState = Omit<ProductListCriteria, 'verdict'> & {
  verdict: '' | Recommendation
  /** The chosen values by attribute key. */
  facetChoices: FacetChoices
  /** Whether facets only match verified facts. */
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
export const toListState = ({ f, view, diff, ...filters }: ListQuery): ListState => ({
  ...filters,
  facetChoices: f,
  isComparing: view === 'compare',
  onlyDifferences: diff,
})

/** Returns the values of the search and filter form. */
export const readListForm = (form: HTMLFormElement): ListQuery =>
  parsePageQuery(parameters, new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])))

export const DEFAULT_LIST_STATE = toListState(parsePageQuery(parameters, new URLSearchParams()))

/** The changes that remove every filter. */
export const NO_FILTERS: Partial<ListState> = {
  search: '',
  category: '',
  price: '',
  type: '',
  verdict: '',
  facetChoices: {},
  verified: false,
}

const RESULT_FIELDS = [
  'search',
  'category',
  'price',
  'type',
  'verdict',
  'facetChoices',
  'verified',
  'sort',
  'order',
] as const satisfies (keyof ListState)[]

/** Returns the state after a change. A change of the results returns to the first page. */
export function withListChanges(state: ListState, changes: Partial<ListState>): ListState {
  const isResultChanged = RESULT_FIELDS.some((name) => name in changes)
  return { ...state, ...(isResultChanged ? { page: 1 } : {}), ...changes }
}

/** Returns the URL of a state. Defaults are omitted, so that each list has one URL. */
export const formatListUrl = (path: string, state: ListState): string => {
  const { facetChoices, isComparing, onlyDifferences, ...filters } = state
  return buildPageUrl(path, parameters, {
    ...filters,
    f: facetChoices,
    view: isComparing ? 'compare' : 'list',
    diff: isComparing && onlyDifferences,
  })
}

/** Returns the filter of a state, without its order and page. */
export const toProductFilter = (catalogue: Catalogue, state: ListState): ProductFilter => ({
  catalogue,
  search: state.search,
  category: state.category,
  price: state.price,
  type: state.type,
  verdict: state.verdict,
  f: state.facetChoices,
  verified: state.verified,
})

/** Returns the query that loads the products of a state. */
export const toProductListQuery = (catalogue: Catalogue, state: ListState): ProductListQuery => ({
  ...toProductFilter(catalogue, state),
  sort: state.sort,
  order: state.order,
  page: state.page,
  pageSize: PRODUCTS_PER_PAGE,
  fields: 'card',
})

/** Returns the number of select boxes that filter the list. */
export const countActiveFilters = ({ category, price, type, verdict }: ListState): number =>
  [category, price, type, verdict].filter((value) => value !== '').length

/** Returns whether the list includes all products, in any order and on any page. */
export const isUnfiltered = (state: ListState): boolean =>
  state.search === '' &&
  countActiveFilters(state) === 0 &&
  countFacetValues(state.facetChoices) === 0 &&
  !state.verified
