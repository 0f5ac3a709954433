/** The filters of a catalogue's list as a query string, by which searches are followed; without schemas, for the site. */
import { formatPageQuery, parsePageQuery } from '../page-url.ts'
import { SITE_PAGES } from '../paths.ts'
import type { ProductFilter } from '../products/product.ts'
import { ALL, type Catalogue } from '../vocabulary.ts'

const { parameters } = SITE_PAGES.products

/** Returns the filters of a list's URL as a filter of products. */
export function toProductFilter(catalogueOfList: Catalogue, query: string): ProductFilter {
  const { search, category, price, type, verdict, f, verified } = parsePageQuery(parameters, new URLSearchParams(query))
  return { catalogue: catalogueOfList, search, category, price, type, verdict, f, verified }
}

/** Returns the query string of a filter: without order and page, so that equal filters have one; '' if it has none. */
export const toFilterQuery = ({ search, category, price, type, verdict, f, verified }: ProductFilter): string =>
  formatPageQuery(parameters, {
    search,
    category,
    price,
    type,
    verdict: verdict === ALL ? '' : verdict,
    f,
    verified,
  })

/** Returns whether a category is the only filter. */
export const isCategoryAlone = (filter: ProductFilter): boolean =>
  filter.category !== '' && toFilterQuery(filter) === formatPageQuery(parameters, { category: filter.category })
