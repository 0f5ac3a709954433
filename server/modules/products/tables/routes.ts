/** Work on many products of a catalogue: the list, acts on a selection, the recycle bin, import and export. */
import { IMPORT, MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ProductService } from '../service.ts'
import type { ProductTableService } from './service.ts'

const createLimit = (bytes: number) => ({ maxBytes: bytes, tooLarge: TABLE_MESSAGES.tableTooLarge(bytes / MB) })
const SMALL_FILE = createLimit(TABLE.bytes)
const ANY_FILE = createLimit(IMPORT.bytes)

export const productTableRoutes = (tables: ProductTableService, products: ProductService) => [
  answer(catalogueCalls.list, ({ params, query }) => products.table.page(params.catalogue, query)),
  answer(catalogueCalls.changeMany, ({ params, body, actor }) => products.bulk(params.catalogue, body, actor)),
  answer(catalogueCalls.listRecycled, ({ params, query }) => products.listRecycled(params.catalogue, query.page)),
  answer(catalogueCalls.restore, ({ params, actor }) => tables.restore(params.catalogue, params.id, actor)),
  answer(catalogueCalls.export, async ({ params, query, actor }) =>
    download(await tables.export(params.catalogue, query, actor)),
  ),
  answer(catalogueCalls.import, async ({ params, saveFile, actor }) => {
    const { fields, path, digest, name } = await saveFile(SMALL_FILE)
    const file = { path, digest, name: cleanFileName(name) }
    return tables.imports.importAtOnce(params.catalogue, { ...fields, file }, actor)
  }),
  answer(catalogueCalls.listImports, ({ params, actor }) => tables.imports.list(params.catalogue, actor)),
  answer(catalogueCalls.startImport, async ({ params, saveFile, actor }) => {
    const { fields, path, digest, name } = await saveFile(ANY_FILE)
    const file = { path, digest, name: cleanFileName(name) }
    return tables.imports.start(params.catalogue, { ...fields, file }, actor)
  }),
  answer(catalogueCalls.getImport, ({ params, actor }) => tables.imports.get(params.catalogue, params.importId, actor)),
  answer(catalogueCalls.listImportRows, ({ params, query, actor }) =>
    tables.imports.listRows(params.catalogue, params.importId, query, actor),
  ),
  answer(catalogueCalls.applyImport, ({ params, actor }) =>
    tables.imports.apply(params.catalogue, params.importId, actor),
  ),
  answer(catalogueCalls.cancelImport, ({ params, actor }) =>
    tables.imports.cancel(params.catalogue, params.importId, actor),
  ),
]
