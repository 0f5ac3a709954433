import type { Revision } from '#contracts/content/revision.ts'
import { type AttributeRevision, type AttributeState, AttributeStateSchema } from '#contracts/facts/attribute.ts'
import { REVISIONS_PER_PAGE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { toRevision } from '#server/platform/revision.ts'
import { getAttributeRow } from './save-attribute.ts'
import { countRevisions, findRevision, listRevisions } from './store.ts'

/** Lists an attribute's revisions, newest first, 20 per page. Throws `notFound`. */
export async function listRevisionPage(db: Queryable, key: string, page: number): Promise<ListPage<Revision>> {
  const { version } = await getAttributeRow(db, key)
  return readPage({
    page,
    limit: REVISIONS_PER_PAGE,
    count: () => countRevisions(db, key),
    list: (range) => listRevisions(db, key, range),
    toItem: (row) => toRevision(row, version),
  })
}

/** Returns a revision and the state of the attribute that it stores. Throws `notFound`. */
export async function getRevision(db: Queryable, key: string, revision: number): Promise<AttributeRevision> {
  const { version } = await getAttributeRow(db, key)
  const row = await getRevisionRow(db, key, revision)
  return { ...toRevision(row, version), attribute: AttributeStateSchema.parse(row.valueJson) }
}

/** Returns the attribute's state in a revision. Throws `notFound`. */
export async function getStateOfRevision(db: Queryable, key: string, revision: number): Promise<AttributeState> {
  const row = await getRevisionRow(db, key, revision)
  return AttributeStateSchema.parse(row.valueJson)
}

async function getRevisionRow(db: Queryable, key: string, revision: number) {
  const row = await findRevision(db, key, revision)
  if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
  return row
}
