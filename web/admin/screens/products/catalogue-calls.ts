import { catalogueCalls } from '#contracts/products/calls.ts'
import type { BulkRequest, ImportOptions } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toFormData } from '../../../shared/upload.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'
import { upload } from '../../calls/upload.ts'

export const restoreProduct = (catalogue: Catalogue, id: string) =>
  callOnce(catalogueCalls.restore, { params: { catalogue, id } }, PRODUCT_TABLE_MESSAGES.restored)

export const changeProducts = async (catalogue: Catalogue, body: BulkRequest) =>
  (await callAdmin(catalogueCalls.changeMany, { params: { catalogue }, body })).data

export type ImportRequest = ImportOptions & { file: File }
type UploadOptions = { onProgress: (progress: number) => void; onReport: ReportProgress; signal?: AbortSignal }

const toForm = ({ file, known, columns, source, sheet, headingRow }: ImportRequest) => ({
  file,
  filename: file.name,
  fields: {
    known,
    columns: JSON.stringify(columns),
    source: JSON.stringify(source),
    ...(sheet !== undefined && { sheet }),
    ...(headingRow !== undefined && { headingRow: String(headingRow) }),
  },
})

export const planImport = async (catalogue: Catalogue, request: ImportRequest, options: UploadOptions) =>
  (await upload(catalogueCalls.planImport, { params: { catalogue }, ...toForm(request), ...options })).data

/** Imports a file as planned. Until it succeeds, a repeated request has the same idempotency key. */
export async function importFile(
  catalogue: Catalogue,
  { fingerprint, ...request }: ImportRequest & { fingerprint: string },
  options: UploadOptions,
) {
  const { fields, ...form } = toForm(request)
  const submission = { params: { catalogue }, ...form, fields: { ...fields, fingerprint }, ...options }
  return (await upload(catalogueCalls.import, submission)).data
}

export const downloadRejectedRows = (catalogue: Catalogue, request: ImportRequest, format: TableFormat) =>
  download(catalogueCalls.exportRejectedRows, {
    params: { catalogue },
    query: { format },
    form: toFormData(catalogueCalls.exportRejectedRows, toForm(request)),
  })

export const undoImport = async (catalogue: Catalogue, importId: string) =>
  (await callAdmin(catalogueCalls.undoImport, { params: { catalogue, importId } })).data
