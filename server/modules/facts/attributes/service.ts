import type { Attribute, AttributeCreate, AttributeRecord, AttributeUpdate } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { ATTRIBUTES } from '#contracts/limits.ts'
import { FORM_ATTRIBUTES } from '#contracts/rules/facts/form-facts.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, conflictingFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createMatcher } from '#server/platform/search-text/pinyin.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { createAttributeCache } from './attribute-cache.ts'
import { assertNoErrors, listLabelErrors } from './attribute-errors.ts'
import { getRevision, getStateOfRevision, listRevisionPage } from './history.ts'
import { getAttributeRow, insertAttribute, replaceAttribute } from './save-attribute.ts'
import { seedAttributes } from './seed-attributes.ts'
import {
  type AttributeRow,
  countFacts,
  countProducts,
  deleteAttribute,
  hasHistory,
  listAttributes,
  updateAttribute,
} from './store.ts'
import { toAttributeRecord } from './view.ts'

export type AttributeService = ReturnType<typeof createAttributeService>
type VersionedAttribute = { value: AttributeRecord; revision: number }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Who saves an attribute, and the version that it must still be at, if given. */
type SaveContext = { actor: Actor; ifMatch?: string | undefined }

/** Creates the service for the attributes of products. */
export function createAttributeService({ database, clock, audit }: Dependencies) {
  const { listAll, listActive } = createAttributeCache(database)
  const toSaveDependencies = (transaction: Transaction) => ({ transaction, clock, audit })

  return {
    /**
     * Lists the active attributes, of a catalogue if given, in their order. Cached like `listAll`: don't mutate them.
     */
    list: (catalogue?: Catalogue, db: Queryable = database.read): Promise<readonly Attribute[]> =>
      listActive(catalogue, db),

    /**
     * Returns all attributes by key, including inactive ones, in their order. Cached until one changes; a transaction
     * reads from the database.
     */
    listAll,

    /** Lists the attributes that match a search for the back office, in their order. */
    async listRecords(search: string): Promise<AttributeRecord[]> {
      const matches = createMatcher(foldText(search))
      return (await listRecords(database.read)).filter(
        ({ key, label }) => matches(foldText(label)) || key.includes(foldText(search)),
      )
    },

    /** Returns an attribute with its version. Throws `notFound`. */
    get: async (key: string): Promise<VersionedAttribute> =>
      toVersioned(database.read, await getAttributeRow(database.read, key)),

    /** Adds the default attributes if no attribute was ever saved. Returns whether it added them. */
    seed: (): Promise<boolean> => database.write((transaction) => seedAttributes(transaction, clock)),

    /** Adds an attribute after all others. Throws `conflict` if its key or label is taken, or there are too many. */
    create: ({ key, ...state }: AttributeCreate, actor: Actor): Promise<VersionedAttribute> =>
      writeOnce(database, async (transaction) => {
        await transaction.lock(ATTRIBUTES_TOPIC)
        const rows = await listAttributes(transaction.db)
        if (rows.length >= ATTRIBUTES.max) throw conflict(MESSAGES.tooManyAttributes(ATTRIBUTES.max))
        const keyErrors = rows.some((row) => row.key === key) ? [{ path: 'key', message: MESSAGES.keyTaken }] : []
        assertNoErrors([...keyErrors, ...(await listLabelErrors(transaction.db, undefined, state))], conflictingFields)
        return toVersioned(
          transaction.db,
          await insertAttribute(toSaveDependencies(transaction), state, { key, actor }),
        )
      }),

    /**
     * Replaces an attribute. Adds no revision if nothing changed. Throws `notFound`, `versionConflict`, `invalid` for
     * invalid renames, `conflict` for changes that existing facts prevent and for a label that is taken.
     */
    update: (
      key: string,
      { renamedChoices: renames, ...state }: AttributeUpdate,
      { actor, ifMatch }: SaveContext,
    ): Promise<VersionedAttribute> =>
      database.write(async (transaction) =>
        toVersioned(
          transaction.db,
          await replaceAttribute(toSaveDependencies(transaction), { state, renames }, { key, actor, ifMatch }),
        ),
      ),

    /** Deletes an attribute. Throws `notFound`, `conflict` if it has or had a fact, or if forms fill it in. */
    remove: (key: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lock(ATTRIBUTES_TOPIC)
        const row = await getAttributeRow(transaction.db, key)
        if (FORM_ATTRIBUTES.includes(key)) throw conflict(MESSAGES.attributeOfForms)
        if ((await countFacts(transaction.db, key)) > 0 || (await hasHistory(transaction.db, key)))
          throw conflict(MESSAGES.attributeInUse)
        await deleteAttribute(transaction.db, key)
        transaction.publish(ATTRIBUTES_TOPIC)
        await audit.record(transaction, { actor, action: 'attribute.remove', target: row.label })
      }),

    /** Reorders the attributes. Throws `conflict` unless the keys are those of all attributes. */
    reorder: (keys: readonly string[], actor: Actor): Promise<AttributeRecord[]> =>
      database.write(async (transaction) => {
        await transaction.lock(ATTRIBUTES_TOPIC)
        const rows = await listAttributes(transaction.db)
        if (!isPermutation(keys, rows)) throw conflict(MESSAGES.attributesChanged)
        const positions = new Map(keys.map((key, index) => [key, index + 1]))
        const moved = rows.filter(({ key, position }) => positions.get(key) !== position)
        for (const { key } of moved) await updateAttribute(transaction.db, key, { position: positions.get(key) ?? 0 })
        if (moved.length > 0) {
          transaction.publish(ATTRIBUTES_TOPIC)
          await audit.record(transaction, { actor, action: 'attribute.order', target: '产品属性' })
        }
        return listRecords(transaction.db)
      }),

    /** Lists the revisions, newest first, 20 per page. Throws `notFound`. */
    listRevisions: (key: string, page: number) => listRevisionPage(database.read, key, page),

    /** Returns a revision and the state of the attribute that it stores. Throws `notFound`. */
    getRevision: (key: string, revision: number) => getRevision(database.read, key, revision),

    /**
     * Restores an attribute's state from a revision. Throws `notFound`, `versionConflict`, `conflict` for changes that
     * facts prevent.
     */
    restoreRevision: (key: string, revision: number, { actor, ifMatch }: SaveContext): Promise<VersionedAttribute> =>
      database.write(async (transaction) => {
        const state = await getStateOfRevision(transaction.db, key, revision)
        const restore = { key, actor, ifMatch, restoredFrom: revision }
        return toVersioned(
          transaction.db,
          await replaceAttribute(toSaveDependencies(transaction), { state, renames: {} }, restore),
        )
      }),
  }
}

/** Returns whether the keys are those of all attributes, each once. */
const isPermutation = (keys: readonly string[], rows: readonly AttributeRow[]): boolean =>
  keys.length === rows.length && new Set(keys).size === rows.length && rows.every(({ key }) => keys.includes(key))

async function listRecords(db: Queryable): Promise<AttributeRecord[]> {
  const records: AttributeRecord[] = []
  for (const row of await listAttributes(db)) {
    // Counting is slow in a large catalogue, so other requests run in between.
    await yieldToEventLoop()
    records.push(toAttributeRecord(row, await countProducts(db, row.key)))
  }
  return records
}

const toVersioned = async (db: Queryable, row: AttributeRow): Promise<VersionedAttribute> => ({
  value: toAttributeRecord(row, await countProducts(db, row.key)),
  revision: row.version,
})
