import type { AttributeState } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflictingFields, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { ATTRIBUTES_TOPIC, getFactsTopic } from '../topics.ts'
import { assertNoErrors, listLabelErrors, listRenameErrors, listUsageErrors, type Renames } from './attribute-errors.ts'
import { convertFacts } from './convert-facts.ts'
import {
  type AttributeRow,
  findAttribute,
  insertAttributes,
  insertRevisions,
  listAttributes,
  updateAttribute,
} from './store.ts'
import { toAttributeColumns, toAttributeState } from './view.ts'

/** The dependencies of a save, and the transaction that it runs in. */
type SaveDependencies = { transaction: Transaction; clock: Clock; audit: AuditService }

/** The attribute to save, the actor, the `If-Match` header, and the revision that is restored, if any. */
type AttributeSave = { key: string; actor: Actor | null; ifMatch?: string | undefined; restoredFrom?: number }

/** Returns the row of an attribute. Throws `notFound`. */
export async function getAttributeRow(db: Queryable, key: string): Promise<AttributeRow> {
  const row = await findAttribute(db, key)
  if (!row) throw notFound(MESSAGES.attributeNotFound)
  return row
}

/** Inserts an attribute after all others, with its first revision. Returns its row. */
export async function insertAttribute(
  dependencies: SaveDependencies,
  state: AttributeState,
  save: AttributeSave,
): Promise<AttributeRow> {
  const { transaction, clock, audit } = dependencies
  const { key, actor } = save
  const at = timestamp(clock)
  const position = (await listAttributes(transaction.db)).length + 1
  const row = { ...toAttributeColumns(state), key, position, version: 1, createdAt: at, updatedAt: at }
  await insertAttributes(transaction.db, [row])
  await insertRevision(dependencies, state, { ...save, revision: 1, changesJson: null })
  await audit.record(transaction, { actor, action: 'attribute.create', target: state.label, detail: '' })
  return getAttributeRow(transaction.db, key)
}

/**
 * Replaces an attribute. Adds no revision if nothing changed. Returns its row. Throws `notFound`, `versionConflict`,
 * `invalid` for invalid renames, `conflict` for changes that existing facts prevent and for a label that is taken.
 */
export async function replaceAttribute(
  dependencies: SaveDependencies,
  { state, renames }: { state: AttributeState; renames: Renames },
  save: AttributeSave,
): Promise<AttributeRow> {
  const { transaction } = dependencies
  await transaction.lock(ATTRIBUTES_TOPIC)
  const row = await getAttributeRow(transaction.db, save.key)
  if (!matchesRevision(save.ifMatch, row.version)) throw new AppError('versionConflict')
  const before = toAttributeState(row)
  assertNoErrors(listRenameErrors(before, state, renames), invalidFields)
  assertNoErrors(await listLabelErrors(transaction.db, save.key, state), conflictingFields)
  assertNoErrors(await listUsageErrors(transaction.db, save.key, { before, after: state, renames }), conflictingFields)
  await convertFacts(transaction.db, { key: save.key, before, after: state, renames })
  if (Object.keys(renames).length > 0) transaction.publish(...CATALOGUES.map(getFactsTopic))
  return updateState(dependencies, row, state, save)
}

/** Stores a state in the row and as the next revision. */
async function updateState(
  dependencies: SaveDependencies,
  row: AttributeRow,
  state: AttributeState,
  save: AttributeSave,
): Promise<AttributeRow> {
  const { transaction, clock, audit } = dependencies
  const { key, actor, restoredFrom } = save
  const changes = diff(toAttributeState(row), state)
  if (changes.length === 0) return row
  const version = row.version + 1
  await updateAttribute(transaction.db, key, { ...toAttributeColumns(state), version, updatedAt: timestamp(clock) })
  const sections = new Set(changes.map(({ path }) => path.split('.', 1)[0] ?? ''))
  const changesJson = JSON.stringify({ paths: changes.length, sections: [...sections] })
  await insertRevision(dependencies, state, { ...save, revision: version, changesJson })
  const detail = restoredFrom === undefined ? '' : `恢复自第${restoredFrom}版`
  await audit.record(transaction, { actor, action: 'attribute.update', target: state.label, detail })
  return getAttributeRow(transaction.db, key)
}

type NewRevision = AttributeSave & { revision: number; changesJson: string | null }

async function insertRevision(
  { transaction, clock }: SaveDependencies,
  state: AttributeState,
  { key, revision, changesJson, actor, restoredFrom }: NewRevision,
): Promise<void> {
  await insertRevisions(transaction.db, [
    {
      key,
      revision,
      valueJson: JSON.stringify(state),
      changesJson,
      restoredFrom: restoredFrom ?? null,
      createdAt: timestamp(clock),
      createdBy: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    },
  ])
  transaction.publish(ATTRIBUTES_TOPIC)
}
