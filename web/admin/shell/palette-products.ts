import { productCalls } from '#contracts/products/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../calls/call.ts'
import { listProducts } from '../screens/products/catalogue-calls.ts'

/** The number of products offered of each catalogue. */
const PRODUCTS_PER_CATALOGUE = 5

export type FoundProduct = { catalogue: Catalogue; id: string; name: string; isActive: boolean }

/**
 * Returns the products of both catalogues that words find; those that visitors don't see only for who reads the
 * catalogues.
 */
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
      const match = canReadCatalogues
        ? (await listProducts(catalogue, query.toString())).data
        : (await callAdmin(productCalls.list, { query: `${query}&catalogue=${catalogue}` })).data
      return match.map(({ id, name, isActive }) => ({ catalogue, id, name, isActive }))
    }),
  )
  return lists.flat()
}
