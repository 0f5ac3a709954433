import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductBulk, ProductImportFields } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

/** Everything that is read of a catalogue here stands under this, to be read anew after a change. */
export const catalogueKey = (catalogue: Catalogue) => ['catalogue', catalogue] as const

export const listProducts = (catalogue: Catalogue, query: string) =>
  call(catalogueCalls.list, { params: { catalogue }, query })

export const listRecycled = async (catalogue: Catalogue) =>
  (await call(catalogueCalls.listRecycled, { params: { catalogue } })).data

export const restoreProduct = (catalogue: Catalogue, id: string) =>
  call(catalogueCalls.restore, { params: { catalogue, id } })

export const changeProducts = async (catalogue: Catalogue, body: ProductBulk) =>
  (await call(catalogueCalls.changeMany, { params: { catalogue }, body })).data

type Sending = ProductImportFields & { file: File; onProgress: (share: number) => void; signal?: AbortSignal }

export async function importProducts(catalogue: Catalogue, { file, onProgress, signal, ...fields }: Sending) {
  const sent = { params: { catalogue }, file, filename: file.name, fields, onProgress, signal }
  return (await upload(catalogueCalls.import, sent)).data
}
