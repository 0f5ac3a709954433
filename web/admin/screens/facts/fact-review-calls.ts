import type { FactConfirmation } from '#contracts/facts/fact.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'

export const listStale = (query: string) => callAdmin(factReviewCalls.listStale, { query })
export const listIncomplete = (query: string) => callAdmin(factReviewCalls.listIncomplete, { query })
export const listDisputes = (query: string) => callAdmin(factReviewCalls.listDisputes, { query })

/** Lists the attributes that popular products lack most often; of both catalogues if `catalogue` is ''. */
export async function listUnknown(catalogue: string) {
  const query = catalogue === '' ? '' : `catalogue=${encodeURIComponent(catalogue)}`
  return (await callAdmin(factReviewCalls.listUnknown, { query })).data
}

/** Confirms a fact. Throws a `CallError` with status 412 if the product's facts have a newer version. */
export const confirmFact = (id: string, version: number, body: FactConfirmation = {}) =>
  callAdmin(factReviewCalls.confirm, { params: { id }, body, version })

export const withdrawConfirmation = (id: string, version: number) =>
  callAdmin(factReviewCalls.withdrawConfirmation, { params: { id }, version })

export type ProductOption = { value: string; label: string; catalogue: Catalogue }

/** Searches products by name; in both catalogues if `catalogue` is undefined. */
export async function searchProducts(search: string, catalogue: Catalogue | undefined): Promise<ProductOption[]> {
  const query = new URLSearchParams({ search }).toString()
  const lists = await Promise.all(
    (catalogue ? [catalogue] : CATALOGUES).map(async (searchedCatalogue) => {
      const { data } = await callAdmin(catalogueCalls.list, { params: { catalogue: searchedCatalogue }, query })
      return data.map(({ id, name }) => ({ value: id, label: name, catalogue: searchedCatalogue }))
    }),
  )
  return lists.flat()
}
