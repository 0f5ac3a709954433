import { productCalls } from '#contracts/products/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../calls/call.ts'
import { listProducts } from '../screens/products/catalogue-calls.ts'

/** The maximum number of products per catalogue. */
const PRODUCTS_PER_CATALOGUE = 5

export type FoundProduct = { catalogue: Catalogue; id: string; name: string; isActive: boolean }

/** Searches products in both catalogues; inactive ones only with permission to read the catalogues. */
export async function findProducts(text: string, canReadCatalogues: boolean): Promise<FoundProduct[]> {
  const lists = await Promise.all(
    CATALOGUES.map(async (catalogue) => {
      const query = new URLSearchParams({
        search: text,
        page: '1',
        pageSize: String(PRODUCTS_PER_CATALOGUE),
        sort: 'name',
        order: 'asc',
      })
      const products = canReadCatalogues
        ? (await listProducts(catalogue, query.toString())).data
        : (await callAdmin(productCalls.list, { query: `${query}&catalogue=${catalogue}` })).data
      return products.map(({ id, name, isActive }) => ({ catalogue, id, name, isActive }))
    }),
  )
  return lists.flat()
}
