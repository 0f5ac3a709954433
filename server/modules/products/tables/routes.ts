/** The product table of the back office: list, bulk actions, recycle bin, import and export. */
import { IMPORT, MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import type { SavedUpload } from '#server/platform/http/bodies/read-upload.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ProductService } from '../service.ts'
import type { ProductTableService } from './service.ts'

const createUploadLimit = (maxBytes: number) => ({
  maxBytes,
  tooLargeMessage: TABLE_MESSAGES.tableTooLarge(maxBytes / MB),
})
const IMMEDIATE_UPLOAD_LIMIT = createUploadLimit(TABLE.bytes)
const BACKGROUND_UPLOAD_LIMIT = createUploadLimit(IMPORT.bytes)

/** Returns the uploaded table with the form's other fields. */
const toImport = <Fields extends object>({ fields, path, digest, name }: SavedUpload<Fields>) => ({
  ...fields,
  file: { path, digest, name: cleanFileName(name) },
})

export const productTableRoutes = (tables: ProductTableService, products: ProductService) => [
  defineRoute(catalogueCalls.list, ({ params, query }) => products.table.list(params.catalogue, query)),
  defineRoute(catalogueCalls.changeMany, ({ params, body, actor }) =>
    products.applyBulkAction(params.catalogue, body, actor),
  ),
  defineRoute(catalogueCalls.listRecycled, ({ params, query }) => products.listRecycled(params.catalogue, query.page)),
  defineRoute(catalogueCalls.restore, ({ params, actor }) => tables.restore(params.catalogue, params.id, actor)),
  defineRoute(catalogueCalls.export, async ({ params, query, actor }) =>
    download(await tables.export(params.catalogue, query, actor)),
  ),
  defineRoute(catalogueCalls.import, async ({ params, saveFile, actor }) =>
    tables.imports.importImmediately(params.catalogue, toImport(await saveFile(IMMEDIATE_UPLOAD_LIMIT)), actor),
  ),
  defineRoute(catalogueCalls.listImports, ({ params, actor }) => tables.imports.list(params.catalogue, actor)),
  defineRoute(catalogueCalls.listPastImports, ({ params, query }) => tables.imports.listPast(params.catalogue, query)),
  defineRoute(catalogueCalls.startImport, async ({ params, saveFile, actor }) =>
    tables.imports.start(params.catalogue, toImport(await saveFile(BACKGROUND_UPLOAD_LIMIT)), actor),
  ),
  defineRoute(catalogueCalls.getImport, ({ params, actor }) =>
    tables.imports.get(params.catalogue, params.importId, actor),
  ),
  defineRoute(catalogueCalls.listImportRows, ({ params, query, actor }) =>
    tables.imports.listRows(params.catalogue, params.importId, query, actor),
  ),
  defineRoute(catalogueCalls.applyImport, ({ params, actor }) =>
    tables.imports.apply(params.catalogue, params.importId, actor),
  ),
  defineRoute(catalogueCalls.cancelImport, ({ params, actor }) =>
    tables.imports.cancel(params.catalogue, params.importId, actor),
  ),
  defineRoute(catalogueCalls.undoImport, ({ params, actor }) =>
    tables.imports.undo(params.catalogue, params.importId, actor),
  ),
  defineRoute(catalogueCalls.listUndoSkipped, ({ params, query, actor }) =>
    tables.imports.listUndoSkipped(params.catalogue, params.importId, query, actor),
  ),
]
