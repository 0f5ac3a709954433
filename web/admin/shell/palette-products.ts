import { catalogueCalls } from '#contracts/products/calls.ts'
import { searchCalls } from '#contracts/search/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../calls/call.ts'
import { getEditorPath, getPublicPath } from '../screens/product-detail/product-paths.ts'

/** The maximum number of results per catalogue. */
const PRODUCTS_PER_CATALOGUE = 5

export type FoundProduct = {
  catalogue: Catalogue
  name: string
  /** `null` without permission to read the catalogues. */
  editorPath: string | null
  /** `null` for an inactive product, which has no public page. */
  publicPath: string | null
}

/**
 * Searches products in both catalogues, best matches first; inactive ones only with permission to read the catalogues.
 */
export async function findProducts(text: string, canReadCatalogues: boolean): Promise<FoundProduct[]> {
  const search = canReadCatalogues ? searchCatalogue : searchSite
  return (await Promise.all(CATALOGUES.map((catalogue) => search(catalogue, text)))).flat()
}

async function searchCatalogue(catalogue: Catalogue, text: string): Promise<FoundProduct[]> {
  const query = new URLSearchParams({
    search: text,
    page: '1',
    pageSize: String(PRODUCTS_PER_CATALOGUE),
    sort: 'relevance',
  })
  const { data } = await callAdmin(catalogueCalls.list, { params: { catalogue }, query: query.toString() })
  return data.map((product) => ({
    catalogue,
    name: product.name,
    editorPath: getEditorPath(catalogue, product),
    publicPath: product.isActive ? getPublicPath(catalogue, product) : null,
  }))
}

async function searchSite(catalogue: Catalogue, text: string): Promise<FoundProduct[]> {
  const { data, closestMatch } = await callAdmin(searchCalls.search, { query: { q: text, kind: catalogue } })
  // If nothing matches, the site's search returns the results of a similar query, which are not shown here.
  const hits = closestMatch === null ? data.slice(0, PRODUCTS_PER_CATALOGUE) : []
  return hits.map(({ title, url }) => ({ catalogue, name: title, editorPath: null, publicPath: url }))
}
