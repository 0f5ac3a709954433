import { IMPORT, MB } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import type { SavedUpload } from '#server/platform/http/bodies/read-upload.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ProductService } from '../service.ts'
import type { ProductTableService } from './service.ts'

const UPLOAD_LIMIT = {
  maxBytes: IMPORT.bytes,
  tooLargeMessage: TABLE_MESSAGES.tableTooLarge(IMPORT.bytes / MB),
}

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
  defineRoute(catalogueCalls.planImport, async ({ params, saveFile, reportProgress }) =>
    tables.imports.planUpload(params.catalogue, toImport(await saveFile(UPLOAD_LIMIT)), reportProgress),
  ),
  defineRoute(catalogueCalls.import, async ({ params, saveFile, reportProgress, user }) =>
    tables.imports.importUpload(params.catalogue, toImport(await saveFile(UPLOAD_LIMIT)), {
      actor: user,
      reportProgress,
    }),
  ),
  defineRoute(catalogueCalls.exportRejectedRows, async ({ params, query, saveFile }) =>
    download(
      await tables.imports.exportRejected(params.catalogue, { ...toImport(await saveFile(UPLOAD_LIMIT)), ...query }),
    ),
  ),
  defineRoute(catalogueCalls.listImports, ({ params, query }) => tables.imports.list(params.catalogue, query)),
  defineRoute(catalogueCalls.undoImport, ({ params, user }) => tables.imports.undo(params, user)),
]
