import { PRODUCTS_PER_PAGE } from '#contracts/limits.ts'
import type { ProductListQuery, ProductPage, RatedProduct } from '#contracts/products/product.ts'
import { ALL } from '#contracts/vocabulary.ts'

type ListQuery = Partial<ProductListQuery>

/** Filters, sorts and paginates the products of a preview as the server does. */
export function selectPage(query: ListQuery, products: readonly RatedProduct[]): ProductPage {
  const matches = sortProducts(
    products.filter((product) => matchesFilters(product, query)),
    query,
  )
  const current = query.page ?? 1
  // Without a page number, the list isn't paginated.
  const limit = query.page === undefined ? Math.max(matches.length, 1) : (query.pageSize ?? PRODUCTS_PER_PAGE)
  return {
    products: matches
      .slice((current - 1) * limit, current * limit)
      .map((product) => Object.assign({}, product, { verdict: null, matches: [] })),
    pagination: { current, total: Math.max(1, Math.ceil(matches.length / limit)), limit, totalItems: matches.length },
    closestMatch: null,
    droppedWords: [],
  }
}

const isAny = (value: string | undefined): boolean => value === undefined || value === '' || value === ALL

function matchesFilters(product: RatedProduct, { search = '', category, price }: ListQuery): boolean {
  if (product.isActive === false) return false
  if (!isAny(category) && product.category !== category) return false
  if (!isAny(price) && product.price !== price) return false
  const searchedText = `${product.name} ${product.slogan} ${product.description}`
  return searchedText.toLowerCase().includes(search.toLowerCase())
}

function sortProducts(products: readonly RatedProduct[], { sort, order }: ListQuery): RatedProduct[] {
  const direction = order === 'asc' ? 1 : -1
  if (sort === 'name') return products.toSorted((a, b) => direction * a.name.localeCompare(b.name, 'zh-Hans'))
  return products.toSorted((a, b) => direction * ((a.rating ?? 0) - (b.rating ?? 0)))
}
