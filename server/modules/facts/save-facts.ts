/** Stores products' new facts, inside the caller's transaction. */
import { readStoredValue } from '#contracts/facts/fact-value.ts'
import { FACT_ACTION_LABELS, FACT_ACTIONS } from '#contracts/facts/vocabulary.ts'
import type { CheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { listFilterValues } from '#contracts/rules/facts/filter-values.ts'
import { isDisputed } from '#contracts/rules/facts/order-facts.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { joinTexts, type PartText, replaceTexts } from '#server/modules/search/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import type { AttributesByKey } from './attributes/view.ts'
import { type Change, type FactPlan, planChanges } from './plan-changes.ts'
import {
  type DisputeRow,
  deleteFacts,
  type FactRow,
  type FactsVersion,
  type FilterValueRow,
  insertChanges,
  insertFacts,
  listFactRows,
  listFactStates,
  type NewFactRow,
  replaceDisputes,
  replaceFilterValues,
  saveFactStates,
  updateFact,
} from './store.ts'
import { factsTopic } from './topics.ts'

/** The new facts of a product. Facts of inactive attributes are retained unless they are replaced by id. */
export type ProductFactsSave = { productId: string; facts: readonly CheckedFact[] }
type SaveOptions = Pick<Change, 'actor' | 'attributes'> & {
  catalogue: Catalogue
  /**
   * The day that a product shows as its last update: a fixed day, or the latest reading among the changed facts, if
   * they were read elsewhere.
   */
  day: string | 'latestReading'
}
type BatchOptions = SaveOptions & Change
/** The changes, and the version of the product's facts, which is the previous one if nothing changed. */
export type SavedFacts = { productId: string; version: number; changes: FactPlan['changes'] }

/** Small enough that processing their facts doesn't block the event loop. */
const PRODUCTS_PER_BATCH = 20

export type SaveFacts = ReturnType<typeof createFactSaving>

/** Creates the function that saves facts. */
export function createFactSaving(clock: Clock) {
  const nextId = createOrderedIds(clock)

  /**
   * Saves the facts of a catalogue's products. The caller has locked `ATTRIBUTES_TOPIC` and validated the facts with
   * these attributes.
   */
  return async (
    transaction: Transaction,
    saves: readonly ProductFactsSave[],
    options: SaveOptions,
  ): Promise<SavedFacts[]> => {
    const { catalogue, attributes, actor, day } = options
    const batchOptions = { catalogue, attributes, actor, day, at: timestamp(clock), nextId }
    const saved: SavedFacts[] = []
    for (let index = 0; index < saves.length; index += PRODUCTS_PER_BATCH) {
      await yieldToEventLoop()
      saved.push(...(await saveBatch(transaction, saves.slice(index, index + PRODUCTS_PER_BATCH), batchOptions)))
    }
    if (saved.some(({ changes }) => changes.length > 0)) transaction.publish(factsTopic(catalogue))
    return saved
  }
}

async function saveBatch(
  { db }: Transaction,
  saves: readonly ProductFactsSave[],
  options: BatchOptions,
): Promise<SavedFacts[]> {
  const ids = saves.map(({ productId }) => productId)
  const rows = Map.groupBy(await listFactRows(db, ids), ({ productId }) => productId)
  const states = new Map((await listFactStates(db, ids)).map((state) => [state.productId, state]))
  const plans = saves.map(({ productId, facts }) => {
    const before = rows.get(productId) ?? []
    const replacedIds = new Set(facts.map(({ id }) => id))
    const isReplaced = (row: FactRow) =>
      replacedIds.has(row.id) || options.attributes.get(row.attribute)?.isActive === true
    const version = (states.get(productId)?.version ?? 0) + 1
    return { productId, before, plan: planChanges({ productId, version }, before.filter(isReplaced), facts, options) }
  })
  const changed = plans.filter(({ plan }) => plan.changes.length > 0)
  await deleteFacts(
    db,
    changed.flatMap(({ plan }) => plan.removedIds),
  )
  for (const { id, ...columns } of changed.flatMap(({ plan }) => plan.updated)) await updateFact(db, id, columns)
  await insertFacts(
    db,
    changed.flatMap(({ plan }) => plan.inserted),
  )
  await insertChanges(
    db,
    changed.flatMap(({ plan }) => plan.changes),
  )
  await replaceFilterValues(
    db,
    changed.map(({ productId }) => productId),
    changed.flatMap(({ productId, before, plan }) => listFilterRows(productId, applyPlan(before, plan), options)),
  )
  await replaceDisputes(
    db,
    changed.map(({ productId }) => productId),
    changed.flatMap(({ productId, before, plan }) => listDisputes(productId, applyPlan(before, plan))),
  )
  await replaceTexts(
    db,
    'product-facts',
    changed.map(({ productId, before, plan }) => ({
      ownerId: productId,
      parts: listTexts(applyPlan(before, plan), options),
    })),
  )
  const nextStates = changed.map(({ productId, plan }) => getNextState(productId, states.get(productId), plan, options))
  await saveFactStates(db, nextStates)
  const versions = new Map(nextStates.map(({ productId, version }) => [productId, version]))
  return plans.map(({ productId, plan }) => ({
    productId,
    version: versions.get(productId) ?? states.get(productId)?.version ?? 0,
    changes: plan.changes,
  }))
}

type StoredFact = Pick<NewFactRow, 'id' | 'attribute' | 'grade'> & { valueJson: unknown }

/** Returns the facts that a product has after a plan. */
function applyPlan(before: readonly FactRow[], { inserted, updated, removedIds }: FactPlan): StoredFact[] {
  const byId = new Map<string, StoredFact>(before.map((row) => [row.id, row]))
  for (const id of removedIds) byId.delete(id)
  for (const { valueJson, ...row } of [...updated, ...inserted])
    byId.set(row.id, { ...row, valueJson: JSON.parse(valueJson) })
  return [...byId.values()]
}

/** Returns the rows for filtering products: one for each value of any fact. */
function listFilterRows(
  productId: string,
  facts: readonly StoredFact[],
  { attributes, catalogue }: { attributes: AttributesByKey; catalogue: Catalogue },
): FilterValueRow[] {
  const rows = new Map<string, FilterValueRow>()
  for (const { attribute, grade, valueJson } of facts) {
    const type = attributes.get(attribute)?.type
    if (type === undefined) continue
    for (const value of listFilterValues(type, readStoredValue(valueJson))) {
      const key = JSON.stringify([attribute, value])
      const isVerified = grade === 'verified' || rows.get(key)?.isVerified === true
      rows.set(key, { catalogue, attribute, value, productId, isVerified })
    }
  }
  return [...rows.values()]
}

/** Returns a product's attributes on which its sources disagree. */
const listDisputes = (productId: string, facts: readonly StoredFact[]): DisputeRow[] =>
  [...Map.groupBy(facts, ({ attribute }) => attribute)]
    .filter(([, group]) => isDisputed(group.map(({ valueJson }) => readStoredValue(valueJson))))
    .map(([attribute]) => ({ productId, attribute }))

/** Returns the texts for searching products: one part for each attribute of type text. */
function listTexts(facts: readonly StoredFact[], { attributes }: { attributes: AttributesByKey }): PartText[] {
  const texts = facts.filter(({ attribute }) => attributes.get(attribute)?.type === 'text')
  return [...Map.groupBy(texts, ({ attribute }) => attribute)].map(([part, attributeFacts]) => ({
    part,
    text: joinTexts(attributeFacts.map(({ valueJson }) => String(readStoredValue(valueJson)))),
  }))
}

function getNextState(
  productId: string,
  state: FactsVersion | undefined,
  { inserted, updated }: FactPlan,
  { day }: SaveOptions,
): FactsVersion {
  const readings = day === 'latestReading' ? [...inserted, ...updated].map(({ readAt }) => readAt ?? null) : [day]
  const updatedOn = [state?.updatedOn ?? null, ...readings]
    .filter((each) => each !== null)
    .sort()
    .at(-1)
  return { productId, version: (state?.version ?? 0) + 1, updatedOn: updatedOn ?? null }
}

/** Returns a summary of changes for the audit log, such as `新增2，更正1`. */
export const describeChanges = (changes: FactPlan['changes']): string =>
  FACT_ACTIONS.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length
    return count === 0 ? [] : [`${FACT_ACTION_LABELS[action]}${count}`]
  }).join('，')
