import type { Attribute } from '#contracts/facts/attribute.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { listAttributes } from './store.ts'
import { type AttributesByKey, toAttribute } from './view.ts'

/** All attributes in their order. They are shared by all readers: don't mutate them. */
type AttributeLists = {
  /** Attributes by key, including inactive ones. */
  all: AttributesByKey
  active: readonly Attribute[]
  activeByCatalogue: ReadonlyMap<Catalogue, readonly Attribute[]>
}

/** Caches the lists of attributes, which every page with facts reads, until an attribute changes. */
export function createAttributeCache(database: Database) {
  const getCachedLists = followChanges(database.changes, [ATTRIBUTES_TOPIC], () => readLists(database.read))

  /** Returns the cached lists; a transaction reads its own, because it may have changed them. */
  const getLists = (db: Queryable): Promise<AttributeLists> => (db === database.read ? getCachedLists() : readLists(db))

  return {
    /** Returns all attributes by key, including inactive ones. */
    listAll: async (db: Queryable): Promise<AttributesByKey> => (await getLists(db)).all,

    /** Lists the active attributes, of a catalogue if given. */
    async listActive(catalogue: Catalogue | undefined, db: Queryable): Promise<readonly Attribute[]> {
      const { active, activeByCatalogue } = await getLists(db)
      return catalogue ? (activeByCatalogue.get(catalogue) ?? []) : active
    },
  }
}

async function readLists(db: Queryable): Promise<AttributeLists> {
  const rows = await listAttributes(db)
  const active = rows.filter(({ isActive }) => isActive).map(toAttribute)
  return {
    all: new Map(rows.map((row) => [row.key, { ...toAttribute(row), isActive: row.isActive }])),
    active,
    activeByCatalogue: new Map(
      CATALOGUES.map((catalogue) => [catalogue, active.filter(({ catalogues }) => catalogues.includes(catalogue))]),
    ),
  }
}
