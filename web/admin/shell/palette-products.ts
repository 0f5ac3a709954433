import { productCalls } from '#contracts/products/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../calls/call.ts'
import { listProducts } from '../screens/products/catalogue-calls.ts'

/** So many are offered of each catalogue. */
const OFFERED = 5

export type FoundProduct = { catalogue: Catalogue; id: string; name: string; isActive: boolean }

/** The products of both catalogues that words find; those that visitors don't see only for who reads the catalogues. */
export async function findProducts(words: string, readsCatalogues: boolean): Promise<FoundProduct[]> {
  const lists = await Promise.all(
    CATALOGUES.map(async (catalogue) => {
      const query = new URLSearchParams({
        search: words,
        page: '1',
        pageSize: String(OFFERED),
        sort: 'name',
        order: 'asc',
      })
      const found = readsCatalogues
        ? (await listProducts(catalogue, query.toString())).data
        : (await call(productCalls.list, { query: `${query}&catalogue=${catalogue}` })).data
      return found.map(({ id, name, isActive }) => ({ catalogue, id, name, isActive }))
    }),
  )
  return lists.flat()
}
