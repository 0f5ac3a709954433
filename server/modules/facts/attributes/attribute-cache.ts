import type { Database, Queryable } from '#server/platform/database/database.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { listAttributes } from './store.ts'
import { type AttributesByKey, toAttribute } from './view.ts'

/** Returns a list of all attributes that is kept until one changes: every page with facts reads it. */
export function createAttributeCache(database: Database) {
  let latestRead: Promise<AttributesByKey> | undefined
  database.changes.subscribe((names) => {
    if (names.includes(ATTRIBUTES_TOPIC)) latestRead = undefined
  })

  /** A failed reading is not kept. */
  function readLatest(): Promise<AttributesByKey> {
    latestRead ??= readAll(database.read).catch((error: unknown) => {
      latestRead = undefined
      throw error
    })
    return latestRead
  }

  return {
    /** Lists all attributes by their keys, in their order. A transaction reads them anew. */
    listAll: (db: Queryable): Promise<AttributesByKey> => (db === database.read ? readLatest() : readAll(db)),
  }
}

async function readAll(db: Queryable): Promise<AttributesByKey> {
  const rows = await listAttributes(db)
  return new Map(rows.map((row) => [row.key, { ...toAttribute(row), isActive: row.isActive }]))
}
