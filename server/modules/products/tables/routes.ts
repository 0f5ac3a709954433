/** Work on many products of a catalogue: the list, acts on a selection, the recycle bin, import and export. */
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { ProductService } from '../service.ts'
import type { ProductTableService } from './service.ts'

const MB = 1024 * 1024
const FILE_LIMIT = { maxBytes: TABLE.bytes, tooLarge: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

export const productTableRoutes = (tables: ProductTableService, products: ProductService) => [
  answer(catalogueCalls.list, ({ params, query }) => products.table.page(params.catalogue, query)),
  answer(catalogueCalls.changeMany, ({ params, body, actor }) => products.bulk(params.catalogue, body, actor)),
  answer(catalogueCalls.listRecycled, ({ params }) => products.listRecycled(params.catalogue)),
  answer(catalogueCalls.restore, ({ params, actor }) => tables.restore(params.catalogue, params.id, actor)),
  answer(catalogueCalls.export, async ({ params, query, can, actor }) => {
    return download(await tables.export(params.catalogue, query, can('products:write'), actor))
  }),
  answer(catalogueCalls.import, async ({ params, readFile, actor }) => {
    const { fields, bytes, name } = await readFile(FILE_LIMIT)
    return tables.import(params.catalogue, { ...fields, bytes, name: cleanFileName(name) }, actor)
  }),
]
