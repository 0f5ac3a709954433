import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductBulk, ProductImportFields } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

/** The prefix of a catalogue's query keys, for reloading after a change. */
export const catalogueKey = (catalogue: Catalogue) => ['catalogue', catalogue] as const

export const listProducts = (catalogue: Catalogue, query: string) =>
  callAdmin(catalogueCalls.list, { params: { catalogue }, query })

export const listRecycled = async (catalogue: Catalogue) =>
  (await callAdmin(catalogueCalls.listRecycled, { params: { catalogue } })).data

export const restoreProduct = (catalogue: Catalogue, id: string) =>
  callAdmin(catalogueCalls.restore, { params: { catalogue, id } })

export const changeProducts = async (catalogue: Catalogue, body: ProductBulk) =>
  (await callAdmin(catalogueCalls.changeMany, { params: { catalogue }, body })).data

type UploadProgress = ProductImportFields & { file: File; onProgress: (share: number) => void; signal?: AbortSignal }

export async function importProducts(
  catalogue: Catalogue,
  { file, onProgress, signal, columns, ...rest }: UploadProgress,
) {
  const fields = { ...rest, columns: JSON.stringify(columns) }
  const submission = { params: { catalogue }, file, filename: file.name, fields, onProgress, signal }
  return (await upload(catalogueCalls.import, submission)).data
}
