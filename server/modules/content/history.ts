import { z } from 'zod'
import type { Revision, RevisionDetail } from '#contracts/content/revision.ts'
import { REVISIONS_PER_PAGE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Caller } from '#contracts/permissions.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import { toRevision } from '#server/platform/revision.ts'
import { countRevisions, findDocument, findRevision, listRevisions } from './store.ts'

/** Lists a document's revisions, newest first, 20 per page. */
export async function listRevisionPage(db: Queryable, kind: DocumentKind, page: number): Promise<ListPage<Revision>> {
  const current = (await findDocument(db, kind))?.revision ?? 0
  return readPage({
    page,
    limit: REVISIONS_PER_PAGE,
    count: () => countRevisions(db, kind),
    list: (range) => listRevisions(db, kind, range),
    toItem: (row) => toRevision(row, current),
  })
}

/** Returns a revision with its document. Callers who can't edit documents get no contact data. Throws `notFound`. */
export async function getRevision(
  db: Queryable,
  kind: DocumentKind,
  revision: number,
  caller: Caller,
): Promise<RevisionDetail> {
  const row = await findRevision(db, kind, revision)
  if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
  const current = (await findDocument(db, kind))?.revision ?? 0
  const document: Record<string, unknown> = { ...Object(row.dataJson) }
  return { ...toRevision(row, current), document: hideContactsOfProducts(document, caller) }
}

const StoredProductsSchema: z.ZodType = z.array(ProductSchema)

function hideContactsOfProducts(document: Record<string, unknown>, caller: Caller): Record<string, unknown> {
  const { products } = document
  return products === undefined
    ? document
    : { ...document, products: hideContacts(StoredProductsSchema, products, caller) }
}
