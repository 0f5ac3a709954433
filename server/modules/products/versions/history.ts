/** What the versions of a product contain and changed. */
import type { Revision, RevisionChanges } from '#contracts/content/revision.ts'
import { REVISIONS_PER_PAGE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { ProductRevision } from '#contracts/products/product-revision.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { notFound } from '#server/platform/app-error.ts'
import { countChanges, listChangedSections } from '#server/platform/compare-sections.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toSaver } from '#server/platform/database/find-authorship.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { toRevision } from '#server/platform/revision.ts'
import type { ProductRow } from '../store.ts'
import { toReadableProduct } from '../view.ts'
import { countRevisions, findRevision, listRevisions, type RevisionRow } from './store.ts'

/** Lists a product's versions, newest first, 20 per page. */
export async function listRevisionPage(
  db: Queryable,
  { id, version }: Pick<ProductRow, 'id' | 'version'>,
  page: number,
): Promise<ListPage<Revision>> {
  const limit = REVISIONS_PER_PAGE
  const totalItems = await countRevisions(db, id)
  const range = toRowRange(page, limit)
  // One more, since a version is compared with the one before it.
  const rows = await listRevisions(db, id, { ...range, limit: limit + 1 })
  const items: Revision[] = []
  for await (const [index, row] of eachInTurns(rows.slice(0, limit).entries()))
    items.push(toProductRevision(row, rows[index + 1], version))
  return { items, pagination: toPagination(page, limit, totalItems) }
}

/**
 * Returns a version with the product as restoring it would leave it. Callers who can't edit products get no contact data.
 * Throws `notFound`.
 */
export async function getRevision(
  db: Queryable,
  row: ProductRow,
  revision: number,
  caller: Caller,
): Promise<ProductRevision> {
  const found = await getRevisionRow(db, row.id, revision)
  const previous = await findRevision(db, row.id, revision - 1)
  return {
    ...toProductRevision(found, previous, row.version),
    document: toReadableProduct(withRevision(row, found), caller),
  }
}

/** Returns a version. Throws `notFound`. */
export async function getRevisionRow(db: Queryable, productId: string, revision: number): Promise<RevisionRow> {
  const row = await findRevision(db, productId, revision)
  if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
  return row
}

/** Returns a product with what a version contains. What facts imply stays: facts have a history of their own. */
export const withRevision = (row: ProductRow, revision: RevisionRow): ProductRow => ({
  ...row,
  ...pickContent(revision),
})

const pickContent = ({
  name,
  slogan,
  description,
  category,
  price,
  rating,
  isActive,
  contactEmail,
  detailsJson,
}: RevisionRow) => ({
  name,
  slogan,
  description,
  category,
  price,
  rating,
  isActive,
  contactEmail,
  detailsJson,
})

const toProductRevision = (row: RevisionRow, previous: RevisionRow | undefined, current: number): Revision =>
  toRevision(
    {
      revision: row.revision,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      createdByName: toSaver(row.createdBy, row.saverName)?.name ?? null,
      changesJson: previous?.revision === row.revision - 1 ? compare(previous, row) : null,
      restoredFrom: row.restoredFrom,
    },
    current,
  )

function compare(before: RevisionRow, after: RevisionRow): RevisionChanges {
  const changes = countChanges(listChangedSections(toFields(before), toFields(after)))
  if ((before.deletedAt === null) === (after.deletedAt === null)) return changes
  return { ...changes, recycled: after.deletedAt !== null }
}

function toFields(revision: RevisionRow): JsonObject {
  const { detailsJson, ...columns } = pickContent(revision)
  return { ...Object(detailsJson), ...columns }
}
