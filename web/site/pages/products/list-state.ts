/** What a visitor chose on a catalogue's list: read from the address, and written back to it. */
import { COMPARED_PRODUCTS_MAX, PRODUCTS_PER_PAGE, TEXT } from '#contracts/limits.ts'
import type { ProductListQuery, ProductQuestion } from '#contracts/products/product.ts'
import { isEveryOption } from '#contracts/rules/product-filter.ts'
import { type Catalogue, PRODUCT_SORTS, SORT_ORDERS } from '#contracts/vocabulary.ts'

export type ListState = ProductQuestion & {
  page: number
  /** The ids of the products chosen for a comparison. */
  compare: readonly string[]
  isComparing: boolean
  onlyDifferences: boolean
}

export const PLAIN_LIST: ListState = {
  ...{ search: '', category: '', price: '', type: '' },
  ...{ sort: 'rating', order: 'desc', page: 1, compare: [], isComparing: false, onlyDifferences: false },
}

const LAST_PAGE = 1_000_000

/** Reads an address. Whatever it holds, the result is one that the server answers: junk counts as not there. */
export function readListState(parameters: URLSearchParams): ListState {
  const text = (name: string) => plainText(parameters.get(name) ?? '')
  const filter = (name: string) => (isEveryOption(text(name)) ? '' : text(name))
  return {
    search: text('search'),
    category: filter('category'),
    price: filter('price'),
    type: filter('type'),
    sort: PRODUCT_SORTS.find((sort) => sort === parameters.get('sort')) ?? PLAIN_LIST.sort,
    order: SORT_ORDERS.find((order) => order === parameters.get('order')) ?? PLAIN_LIST.order,
    page: pageNumber(parameters.get('page') ?? ''),
    compare: comparedIds(parameters.get('compare') ?? ''),
    isComparing: parameters.get('view') === 'compare',
    onlyDifferences: parameters.get('diff') === '1',
  }
}

/** The same state after a choice: what is listed anew is listed from its first page. */
export function withChoice(state: ListState, choice: Partial<ListState>): ListState {
  const isListedAnew = ['search', 'category', 'price', 'type', 'sort', 'order'].some((name) => name in choice)
  return { ...state, ...(isListedAnew ? { page: 1 } : {}), ...choice }
}

/** The address of a state: defaults are left out, so that one list has one address. */
export function listAddress(path: string, state: ListState): string {
  const parameters = new URLSearchParams()
  for (const name of ['search', 'category', 'price', 'type'] as const)
    if (state[name] !== '') parameters.set(name, state[name])
  if (state.sort !== PLAIN_LIST.sort) parameters.set('sort', state.sort)
  if (state.order !== PLAIN_LIST.order) parameters.set('order', state.order)
  if (state.page > 1) parameters.set('page', String(state.page))
  if (state.compare.length > 0) parameters.set('compare', state.compare.map(encodeURIComponent).join(','))
  if (state.isComparing) parameters.set('view', 'compare')
  if (state.isComparing && state.onlyDifferences) parameters.set('diff', '1')
  const query = parameters.toString().replaceAll('%2C', ',')
  return query === '' ? path : `${path}?${query}`
}

/** The call that answers a state's list. */
export const listQuery = (catalogue: Catalogue, state: ListState): ProductListQuery => ({
  catalogue,
  search: state.search,
  category: state.category,
  price: state.price,
  type: state.type,
  sort: state.sort,
  order: state.order,
  page: state.page,
  pageSize: PRODUCTS_PER_PAGE,
  fields: 'card',
})

/** How many of the filters filter; the search is not one of them. */
export const activeFilters = ({ category, price, type }: ListState): number =>
  [category, price, type].filter((value) => value !== '').length

/** Whether the list is all there is, whatever its order and page. */
export const isUnfiltered = (state: ListState): boolean => state.search === '' && activeFilters(state) === 0

/** Without control characters, and no longer than the server takes. */
const plainText = (typed: string): string =>
  typed
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, TEXT.line)
    .toWellFormed()

function pageNumber(typed: string): number {
  const page = /^\d{1,9}$/.test(typed) ? Number(typed) : 1
  return Math.min(Math.max(page, 1), LAST_PAGE)
}

function comparedIds(typed: string): string[] {
  const ids = typed.split(',').map((id) => plainText(decoded(id)))
  return [...new Set(ids)].filter((id) => id !== '' && id.length <= TEXT.word).slice(0, COMPARED_PRODUCTS_MAX)
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}
