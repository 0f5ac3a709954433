import type { Attribute, AttributeCreate, AttributeRecord, AttributeUpdate } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import { ATTRIBUTES } from '#contracts/limits.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import { seedAttributes } from './add-starting-attributes.ts'
import { createAttributeCache } from './attribute-cache.ts'
import { assertNoErrors, findLabelErrors } from './attribute-errors.ts'
import { getRevision, getStateOfRevision, listRevisionPage } from './history.ts'
import { type AttributeSave, getAttributeRow, insertAttribute, replaceAttribute } from './save-attribute.ts'
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
export type VersionedAttribute = { value: AttributeRecord; revision: number }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the service for the attributes of products. */
export function createAttributeService({ database, clock, audit }: Dependencies) {
  const { listAll } = createAttributeCache(database)
  const createSaveTools = (write: Write) => ({ write, clock, audit })

  return {
    /** Lists the attributes that are shown, of a catalogue if one is named, in their order. */
    async list(catalogue?: Catalogue, db: Queryable = database.read): Promise<Attribute[]> {
      const all = await listAll(db)
      return [...all.values()].flatMap(({ isActive, ...attribute }) =>
        isActive && (!catalogue || attribute.catalogues.includes(catalogue)) ? [attribute] : [],
      )
    },

    /**
     * Lists all attributes by their keys, inactive ones too, in their order. A transaction reads them anew, others get
     * those that were read last, until one changes.
     */
    listAll,

    /** Lists all attributes as the back office sees them, in their order. */
    listRecords: (): Promise<AttributeRecord[]> => listRecords(database.read),

    /** Returns an attribute with its version. Throws `notFound`. */
    get: async (key: string): Promise<VersionedAttribute> =>
      toVersioned(database.read, await getAttributeRow(database.read, key)),

    /** Adds the attributes that an installation starts with, if none was ever saved in it. Returns whether it did. */
    seedAttributes: (): Promise<boolean> => database.write((write) => seedAttributes(write, clock)),

    /** Adds an attribute behind all others. Throws `conflict` if its key or label is taken, or there are too many. */
    create: ({ key, ...state }: AttributeCreate, actor: Actor): Promise<VersionedAttribute> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_TOPIC)
        const rows = await listAttributes(write.tx)
        const { most } = ATTRIBUTES
        if (rows.length >= most) throw conflict(TEXTS.tooManyAttributes(most))
        const isTaken = rows.some((row) => row.key === key)
        const keyErrors = isTaken ? [{ path: 'key', message: TEXTS.keyTaken }] : []
        assertNoErrors([...keyErrors, ...(await findLabelErrors(write.tx, undefined, state))], conflict)
        return toVersioned(write.tx, await insertAttribute(createSaveTools(write), state, { key, actor }))
      }),

    /**
     * Replaces an attribute; equal ones make no revision. Throws `notFound`, `versionConflict`, `invalid` for renames
     * that lead nowhere, `conflict` for what facts forbid and a label that another has.
     */
    update: (
      { renamedChoices: renames, ...state }: AttributeUpdate,
      save: AttributeSave,
    ): Promise<VersionedAttribute> =>
      database.write(async (write) =>
        toVersioned(write.tx, await replaceAttribute(createSaveTools(write), { state, renames }, save)),
      ),

    /** Removes an attribute that never had a fact. Throws `notFound`, `conflict` if it had. */
    remove: (key: string, actor: Actor): Promise<void> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_TOPIC)
        const row = await getAttributeRow(write.tx, key)
        if ((await countFacts(write.tx, key)) > 0 || (await hasHistory(write.tx, key)))
          throw conflict(TEXTS.attributeInUse)
        await deleteAttribute(write.tx, key)
        write.touch(ATTRIBUTES_TOPIC)
        await audit.record(write, { actor, action: 'attribute.remove', target: row.label })
      }),

    /** Orders the attributes. Throws `conflict` if the keys are not those of all attributes. */
    reorder: (keys: readonly string[], actor: Actor): Promise<AttributeRecord[]> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_TOPIC)
        const rows = await listAttributes(write.tx)
        const places = new Map(keys.map((key, index) => [key, index + 1]))
        if (places.size !== rows.length || keys.length !== rows.length || !rows.every(({ key }) => places.has(key)))
          throw conflict(TEXTS.orderIncomplete)
        const moved = rows.filter(({ key, position }) => places.get(key) !== position)
        for (const { key } of moved) await updateAttribute(write.tx, key, { position: places.get(key) ?? 0 })
        if (moved.length > 0) {
          write.touch(ATTRIBUTES_TOPIC)
          await audit.record(write, { actor, action: 'attribute.order', target: '产品属性' })
        }
        return listRecords(write.tx)
      }),

    /** Lists the revisions, the newest first, 20 a page. Throws `notFound`. */
    listRevisions: (key: string, page: number) => listRevisionPage(database.read, key, page),

    /** Returns a revision with the attribute as it was. Throws `notFound`. */
    getRevision: (key: string, revision: number) => getRevision(database.read, key, revision),

    /** Saves an attribute as a revision has it. Throws as `update` does. */
    restoreRevision: (revision: number, save: AttributeSave): Promise<VersionedAttribute> =>
      database.write(async (write) => {
        const state = await getStateOfRevision(write.tx, save.key, revision)
        const restore = { ...save, restoredFrom: revision }
        return toVersioned(write.tx, await replaceAttribute(createSaveTools(write), { state, renames: {} }, restore))
      }),
  }
}

/** Counting takes its time in a large catalogue: other requests take their turns. */
async function listRecords(db: Queryable): Promise<AttributeRecord[]> {
  const records: AttributeRecord[] = []
  for (const row of await listAttributes(db)) {
    await yieldToEventLoop()
    records.push(toAttributeRecord(row, await countProducts(db, row.key)))
  }
  return records
}

const toVersioned = async (db: Queryable, row: AttributeRow): Promise<VersionedAttribute> => ({
  value: toAttributeRecord(row, await countProducts(db, row.key)),
  revision: row.version,
})
