import type { Revision } from '#contracts/content/revision.ts'
import type { FieldError } from '#contracts/errors.ts'
import {
  type Attribute,
  type AttributeCreate,
  AttributeCreateSchema,
  type AttributeRecord,
  type AttributeRevision,
  type AttributeState,
  AttributeStateSchema,
  type AttributeUpdate,
} from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import { ATTRIBUTES, REVISIONS_PER_PAGE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { diff } from '#contracts/rules/difference.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { toRevision } from '#server/platform/revision.ts'
import { awaitTurn } from '#server/platform/turns.ts'
import { carryFactsOver } from './carry-over.ts'
import { findRenameErrors, findUseErrors } from './in-use.ts'
import { STARTING_ATTRIBUTES } from './starting-attributes.ts'
import {
  type AttributeRow,
  countFacts,
  countProducts,
  countRevisions,
  deleteAttribute,
  findAttribute,
  findRevision,
  hasHistory,
  insertAttributes,
  insertRevisions,
  listAttributes,
  listRevisions,
  updateAttribute,
} from './store.ts'
import { type AttributesByKey, attributeColumns, toAttribute, toAttributeRecord, toAttributeState } from './view.ts'

/**
 * The change feed's name for the attributes. Who saves facts locks it, too, so that no choice goes while it is chosen;
 * it stands behind the catalogues' names and before the submissions'.
 */
export const ATTRIBUTES_CHANGE = 'facts:attributes'

/** Returns the change feed's name for the facts of a catalogue's products. */
export const factsName = (catalogue: Catalogue): string => `facts:${catalogue}`

export type AttributeService = ReturnType<typeof createAttributeService>
export type VersionedAttribute = { value: AttributeRecord; revision: number }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }
type Save = { key: string; actor: Actor | null; ifMatch?: string | undefined; restoredFrom?: number }

/** Creates the service for the attributes of products. */
export function createAttributeService({ database, clock, audit }: Dependencies) {
  const toVersioned = async (db: Queryable, row: AttributeRow): Promise<VersionedAttribute> => ({
    value: toAttributeRecord(row, await countProducts(db, row.key)),
    revision: row.version,
  })

  let latestRead: Promise<AttributesByKey> | undefined
  database.changes.subscribe((names) => {
    if (names.includes(ATTRIBUTES_CHANGE)) latestRead = undefined
  })
  /** Every page with facts reads the attributes: they are kept until one changes. A failed reading is not kept. */
  function latest(): Promise<AttributesByKey> {
    latestRead ??= readAll(database.read).catch((error: unknown) => {
      latestRead = undefined
      throw error
    })
    return latestRead
  }

  const listAll = (db: Queryable): Promise<AttributesByKey> => (db === database.read ? latest() : readAll(db))

  /** Counting takes its time in a large catalogue. */
  async function listRecords(db: Queryable): Promise<AttributeRecord[]> {
    const records: AttributeRecord[] = []
    for (const row of await listAttributes(db)) {
      await awaitTurn()
      records.push(toAttributeRecord(row, await countProducts(db, row.key)))
    }
    return records
  }

  /** Stores a state of an attribute as its next revision, in the row too. Returns the row. */
  async function store(write: Write, row: AttributeRow | undefined, state: AttributeState, save: Save) {
    const { key, actor, restoredFrom } = save
    const at = timestamp(clock)
    const version = (row?.version ?? 0) + 1
    const changes = row ? diff(toAttributeState(row), state) : []
    if (row && changes.length === 0) return row
    const columns = attributeColumns(state)
    if (row) await updateAttribute(write.tx, key, { ...columns, version, updatedAt: at })
    else {
      const position = (await listAttributes(write.tx)).length + 1
      await insertAttributes(write.tx, [{ ...columns, key, position, version, createdAt: at, updatedAt: at }])
    }
    const sections = new Set(changes.map(({ path }) => path.split('.', 1)[0] ?? ''))
    const revision = {
      key,
      revision: version,
      valueJson: JSON.stringify(state),
      changesJson: row ? JSON.stringify({ paths: changes.length, sections: [...sections] }) : null,
      restoredFrom: restoredFrom ?? null,
      createdAt: at,
      createdBy: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    }
    await insertRevisions(write.tx, [revision])
    write.touch(ATTRIBUTES_CHANGE)
    const detail = restoredFrom === undefined ? '' : `恢复自第${restoredFrom}版`
    await audit.record(write, {
      actor,
      action: row ? 'attribute.update' : 'attribute.create',
      target: state.label,
      detail,
    })
    return getRow(write.tx, key)
  }

  /** Replaces an attribute inside a transaction. Throws as `update` does. */
  async function replace(write: Write, state: AttributeState, renames: Readonly<Record<string, string>>, save: Save) {
    await write.lock(ATTRIBUTES_CHANGE)
    const row = await getRow(write.tx, save.key)
    if (!isRevisionMatched(save.ifMatch, row.version)) throw new AppError('staleRevision')
    const before = toAttributeState(row)
    assertNone(findRenameErrors(before, state, renames), invalid)
    assertNone(await findLabelErrors(write.tx, save.key, state), conflict)
    assertNone(await findUseErrors(write.tx, save.key, { before, after: state, renames }), conflict)
    await carryFactsOver(write.tx, { key: save.key, before, after: state, renames })
    if (Object.keys(renames).length > 0) write.touch(...CATALOGUES.map(factsName))
    return toVersioned(write.tx, await store(write, row, state, save))
  }

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
      toVersioned(database.read, await getRow(database.read, key)),

    /** Adds the attributes that an installation starts with, if none was ever saved in it. Returns whether it did. */
    addStarting: (): Promise<boolean> =>
      database.write(async (write) => {
        if ((await write.lock(ATTRIBUTES_CHANGE)) > 0) return false
        const at = timestamp(clock)
        const attributes = STARTING_ATTRIBUTES.map((attribute) => AttributeCreateSchema.parse(attribute))
        await insertAttributes(
          write.tx,
          attributes.map(({ key, ...state }, index) => ({
            ...attributeColumns(state),
            key,
            position: index + 1,
            version: 1,
            createdAt: at,
            updatedAt: at,
          })),
        )
        await insertRevisions(
          write.tx,
          attributes.map(({ key, ...state }) => ({
            key,
            revision: 1,
            valueJson: JSON.stringify(state),
            changesJson: null,
            restoredFrom: null,
            createdAt: at,
            createdBy: null,
            createdByName: null,
          })),
        )
        write.touch(ATTRIBUTES_CHANGE)
        return true
      }),

    /** Adds an attribute behind all others. Throws `conflict` if its key or label is taken, or there are too many. */
    create: ({ key, ...state }: AttributeCreate, actor: Actor): Promise<VersionedAttribute> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_CHANGE)
        const rows = await listAttributes(write.tx)
        const { most } = ATTRIBUTES
        if (rows.length >= most) throw conflict(TEXTS.tooManyAttributes(most))
        const isTaken = rows.some((row) => row.key === key)
        const keyErrors = isTaken ? [{ path: 'key', message: TEXTS.keyTaken }] : []
        assertNone([...keyErrors, ...(await findLabelErrors(write.tx, undefined, state))], conflict)
        return toVersioned(write.tx, await store(write, undefined, state, { key, actor }))
      }),

    /**
     * Replaces an attribute; equal ones make no revision. Throws `notFound`, `staleRevision`, `invalid` for renames
     * that lead nowhere, `conflict` for what facts forbid and a label that another has.
     */
    update: ({ renamedChoices, ...state }: AttributeUpdate, save: Save): Promise<VersionedAttribute> =>
      database.write((write) => replace(write, state, renamedChoices, save)),

    /** Removes an attribute that never had a fact. Throws `notFound`, `conflict` if it had. */
    remove: (key: string, actor: Actor): Promise<void> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_CHANGE)
        const row = await getRow(write.tx, key)
        if ((await countFacts(write.tx, key)) > 0 || (await hasHistory(write.tx, key)))
          throw conflict(TEXTS.attributeInUse)
        await deleteAttribute(write.tx, key)
        write.touch(ATTRIBUTES_CHANGE)
        await audit.record(write, { actor, action: 'attribute.remove', target: row.label })
      }),

    /** Brings the attributes into an order. Throws `conflict` if the keys are not those of all attributes. */
    reorder: (keys: readonly string[], actor: Actor): Promise<AttributeRecord[]> =>
      database.write(async (write) => {
        await write.lock(ATTRIBUTES_CHANGE)
        const rows = await listAttributes(write.tx)
        const places = new Map(keys.map((key, index) => [key, index + 1]))
        if (places.size !== rows.length || keys.length !== rows.length || !rows.every(({ key }) => places.has(key)))
          throw conflict(TEXTS.orderIncomplete)
        const moved = rows.filter(({ key, position }) => places.get(key) !== position)
        for (const { key } of moved) await updateAttribute(write.tx, key, { position: places.get(key) ?? 0 })
        if (moved.length > 0) {
          write.touch(ATTRIBUTES_CHANGE)
          await audit.record(write, { actor, action: 'attribute.order', target: '产品属性' })
        }
        return listRecords(write.tx)
      }),

    /** Lists the revisions, the newest first, 20 a page. Throws `notFound`. */
    async listRevisions(key: string, page: number): Promise<{ items: Revision[]; pagination: Pagination }> {
      const { version } = await getRow(database.read, key)
      const limit = REVISIONS_PER_PAGE
      const totalItems = await countRevisions(database.read, key)
      const rows = await listRevisions(database.read, key, { limit, offset: (page - 1) * limit })
      return {
        items: rows.map((row) => toRevision(row, version)),
        pagination: { current: page, total: Math.ceil(totalItems / limit), limit, totalItems },
      }
    },

    /** Returns a revision with the attribute as it was. Throws `notFound`. */
    async getRevision(key: string, revision: number): Promise<AttributeRevision> {
      const { version } = await getRow(database.read, key)
      const row = await getRevisionRow(database.read, key, revision)
      return { ...toRevision(row, version), attribute: AttributeStateSchema.parse(row.valueJson) }
    },

    /** Saves an attribute as a revision has it. Throws as `update` does. */
    restoreRevision: (revision: number, save: Save): Promise<VersionedAttribute> =>
      database.write(async (write) => {
        const row = await getRevisionRow(write.tx, save.key, revision)
        const state = AttributeStateSchema.parse(row.valueJson)
        return replace(write, state, {}, { ...save, restoredFrom: revision })
      }),
  }
}

async function readAll(db: Queryable): Promise<AttributesByKey> {
  const rows = await listAttributes(db)
  return new Map(rows.map((row) => [row.key, { ...toAttribute(row), isActive: row.isActive }]))
}

async function getRow(db: Queryable, key: string): Promise<AttributeRow> {
  const row = await findAttribute(db, key)
  if (!row) throw notFound(TEXTS.attributeNotFound)
  return row
}

async function getRevisionRow(db: Queryable, key: string, revision: number) {
  const row = await findRevision(db, key, revision)
  if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
  return row
}

/** Two attributes of a catalogue with one label would be one column of its tables. */
async function findLabelErrors(tx: Queryable, key: string | undefined, state: AttributeState): Promise<FieldError[]> {
  const others = (await listAttributes(tx)).filter((row) => row.key !== key).map(toAttribute)
  const isTaken = others.some(
    ({ label, catalogues }) => label === state.label && catalogues.some((each) => state.catalogues.includes(each)),
  )
  return isTaken ? [{ path: 'label', message: TEXTS.labelTaken }] : []
}

function assertNone(errors: FieldError[], toError: (message: string | undefined, errors: FieldError[]) => AppError) {
  if (errors.length > 0) throw toError(errors[0]?.message, errors)
}
