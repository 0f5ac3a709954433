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

/** Back-office routes of the product table: list, bulk actions, recycle bin, import and export. */
export const productTableRoutes = (tables: ProductTableService, products: ProductService) => [
  defineRoute(catalogueCalls.list, ({ params, query }) => products.table.list(params.catalogue, query)),
  defineRoute(catalogueCalls.changeMany, ({ params, body, user }) =>
    products.applyBulkAction(params.catalogue, body, user),
  ),
  defineRoute(catalogueCalls.listRecycled, ({ params, query }) => products.listRecycled(params.catalogue, query.page)),
  defineRoute(catalogueCalls.restore, ({ params, user }) => tables.restore(params.catalogue, params.id, user)),
  defineRoute(catalogueCalls.export, async ({ params, query, user }) =>
    download(await tables.export(params.catalogue, query, user)),
  ),
  defineRoute(catalogueCalls.import, async ({ params, saveFile, user }) =>
    tables.imports.importImmediately(params.catalogue, toImport(await saveFile(IMMEDIATE_UPLOAD_LIMIT)), user),
  ),
  defineRoute(catalogueCalls.listImports, ({ params, user }) => tables.imports.list(params.catalogue, user)),
  defineRoute(catalogueCalls.listPastImports, ({ params, query }) => tables.imports.listPast(params.catalogue, query)),
  defineRoute(catalogueCalls.startImport, async ({ params, saveFile, user }) =>
    tables.imports.start(params.catalogue, toImport(await saveFile(BACKGROUND_UPLOAD_LIMIT)), user),
  ),
  defineRoute(catalogueCalls.getImport, ({ params, user }) => tables.imports.get(params, user)),
  defineRoute(catalogueCalls.listImportRows, ({ params, query, user }) => tables.imports.listRows(params, query, user)),
  defineRoute(catalogueCalls.exportRejectedRows, async ({ params, query, user }) =>
    download(await tables.imports.exportRejected(params, query, user)),
  ),
  defineRoute(catalogueCalls.applyImport, ({ params, user }) => tables.imports.apply(params, user)),
  defineRoute(catalogueCalls.cancelImport, ({ params, user }) => tables.imports.cancel(params, user)),
  defineRoute(catalogueCalls.undoImport, ({ params, user }) => tables.imports.undo(params, user)),
  defineRoute(catalogueCalls.listUndoSkipped, ({ params, query, user }) =>
    tables.imports.listUndoSkipped(params, query, user),
  ),
]
