import type { Database, Queryable } from '#server/platform/database/database.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { listAttributes } from './store.ts'
import { type AttributesByKey, toAttribute } from './view.ts'

/** Caches the list of all attributes, which every page with facts reads, until one changes. */
export function createAttributeCache(database: Database) {
  let cached: Promise<AttributesByKey> | undefined
  database.changes.subscribe((names) => {
    if (names.includes(ATTRIBUTES_TOPIC)) cached = undefined
  })

  /** Failures aren't cached. */
  function readCached(): Promise<AttributesByKey> {
    cached ??= readAll(database.read).catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return cached
  }

  return {
    /** Returns all attributes by key, in their order. A transaction always reads from the database. */
    listAll: (db: Queryable): Promise<AttributesByKey> => (db === database.read ? readCached() : readAll(db)),
  }
}

async function readAll(db: Queryable): Promise<AttributesByKey> {
  const rows = await listAttributes(db)
  return new Map(rows.map((row) => [row.key, { ...toAttribute(row), isActive: row.isActive }]))
}
