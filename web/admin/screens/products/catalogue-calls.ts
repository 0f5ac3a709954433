import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ImportStart } from '#contracts/products/product-import.ts'
import type { BulkRequest, RowAction } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

/** Returns the prefix of a catalogue's query keys, for reloading after a change. */
export const catalogueKey = (catalogue: Catalogue) => ['catalogue', catalogue] as const

export const listProducts = (catalogue: Catalogue, query: string) =>
  callAdmin(catalogueCalls.list, { params: { catalogue }, query })

export const listRecycled = (catalogue: Catalogue, query: string) =>
  callAdmin(catalogueCalls.listRecycled, { params: { catalogue }, query })

export const restoreProduct = (catalogue: Catalogue, id: string) =>
  callOnce(catalogueCalls.restore, { params: { catalogue, id } }, PRODUCT_TABLE_MESSAGES.restored)

export const changeProducts = async (catalogue: Catalogue, body: BulkRequest) =>
  (await callAdmin(catalogueCalls.changeMany, { params: { catalogue }, body })).data

/** Returns the user's open import into a catalogue with its progress; `null` if there is none. */
export const findOwnImport = async (catalogue: Catalogue) =>
  (await callAdmin(catalogueCalls.listImports, { params: { catalogue } })).data[0] ?? null

type UploadProgress = ImportStart & { file: File; onProgress: (progress: number) => void; signal: AbortSignal }

export async function startImport(catalogue: Catalogue, { file, onProgress, signal, ...choices }: UploadProgress) {
  const { known, columns, source, sheet, headingRow } = choices
  const fields = {
    known,
    columns: JSON.stringify(columns),
    source: JSON.stringify(source),
    ...(sheet !== undefined && { sheet }),
    ...(headingRow !== undefined && { headingRow: String(headingRow) }),
  }
  const submission = { params: { catalogue }, file, filename: file.name, fields, onProgress, signal }
  return (await upload(catalogueCalls.startImport, submission)).data
}

export const applyImport = async (catalogue: Catalogue, importId: string) =>
  (await callAdmin(catalogueCalls.applyImport, { params: { catalogue, importId } })).data

export const cancelImport = async (catalogue: Catalogue, importId: string) =>
  (await callAdmin(catalogueCalls.cancelImport, { params: { catalogue, importId } })).data

/** Undoes an import, or resumes its interrupted undo. */
export const undoImport = async (catalogue: Catalogue, importId: string) =>
  (await callAdmin(catalogueCalls.undoImport, { params: { catalogue, importId } })).data

export const listPastImports = (catalogue: Catalogue, query: { page: number }) =>
  callAdmin(catalogueCalls.listPastImports, { params: { catalogue }, query })

export const listUndoSkipped = (catalogue: Catalogue, importId: string, query: { page: number }) =>
  callAdmin(catalogueCalls.listUndoSkipped, { params: { catalogue, importId }, query })

export const listImportRows = (
  catalogue: Catalogue,
  importId: string,
  query: { action: RowAction | undefined; page: number },
) => callAdmin(catalogueCalls.listImportRows, { params: { catalogue, importId }, query })
