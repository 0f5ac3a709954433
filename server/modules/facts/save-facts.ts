/** Stores products' new facts, inside the caller's transaction. */
import { parseStoredValue } from '#contracts/facts/fact-value.ts'
import { FACT_ACTION_LABELS, FACT_ACTIONS } from '#contracts/facts/vocabulary.ts'
import type { CheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { EXHAUSTIVE_LIST, isExhaustive, listFilterValues } from '#contracts/rules/facts/filter-values.ts'
import { deriveFormValues, FORM_ATTRIBUTES } from '#contracts/rules/facts/form-facts.ts'
import { isDisputed } from '#contracts/rules/facts/order-facts.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type ProductText, replaceTexts } from '#server/modules/search/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { foldTexts } from '#server/platform/search-text/fold-text.ts'
import type { AttributesByKey } from './attributes/view.ts'
import { type ChangeContext, type FactPlan, planChanges } from './plan-changes.ts'
import {
  type DisputeRow,
  deleteFacts,
  type FactRow,
  type FactsVersion,
  type FilterValueRow,
  insertChanges,
  insertFacts,
  listFactRows,
  listFactsVersions,
  replaceDisputes,
  replaceFilterValues,
  saveFactsVersions,
  updateFact,
  updateFormColumns,
} from './store.ts'
import { getCatalogueTopic, getFactsTopic } from './topics.ts'

/** The new facts of a product. Facts of inactive attributes are retained unless they are replaced by id. */
export type ProductFactsSave = { productId: string; facts: readonly CheckedFact[] }
type SaveOptions = Pick<ChangeContext, 'actor' | 'attributesByKey'> & {
  catalogue: Catalogue
  /**
   * The day that a product shows as its last update: a fixed day, or the latest reading among the changed facts, if
   * they were read elsewhere.
   */
  day: string | 'latestReading'
}
type BatchOptions = SaveOptions & ChangeContext
/** The changes, and the version of the product's facts, which is the previous one if nothing changed. */
type SavedFacts = { productId: string; version: number; changes: FactPlan['changes'] }

/** Small enough that processing their facts doesn't block the event loop. */
const PRODUCTS_PER_BATCH = 20

export type SaveFacts = ReturnType<typeof createFactSaver>

/** Creates the function that saves facts. */
export function createFactSaver(clock: Clock) {
  const nextId = createOrderedIds(clock)

  /**
   * Saves the facts of a catalogue's products. The caller has locked the catalogue and `ATTRIBUTES_TOPIC`, and validated
   * the facts with these attributes.
   */
  return async (
    transaction: Transaction,
    saves: readonly ProductFactsSave[],
    options: SaveOptions,
  ): Promise<SavedFacts[]> => {
    const { catalogue, attributesByKey, actor, day } = options
    const batchOptions = { catalogue, attributesByKey, actor, day, at: timestamp(clock), nextId }
    const saved: SavedFacts[] = []
    for (let index = 0; index < saves.length; index += PRODUCTS_PER_BATCH) {
      await yieldToEventLoop()
      saved.push(...(await saveBatch(transaction, saves.slice(index, index + PRODUCTS_PER_BATCH), batchOptions)))
    }
    const changes = saved.flatMap((each) => each.changes)
    if (changes.length > 0) transaction.publish(getFactsTopic(catalogue))
    if (hasFormChange(changes)) transaction.publish(getCatalogueTopic(catalogue))
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
  const versions = new Map((await listFactsVersions(db, ids)).map((version) => [version.productId, version]))
  const plans = saves.map((save) => planSave(save, rows.get(save.productId) ?? [], versions, options))
  const changed = plans.filter(({ plan }) => plan.changes.length > 0)
  await applyPlans(
    db,
    changed.map(({ plan }) => plan),
  )
  await replaceDerivedRows(db, changed, options)
  await saveFactsVersions(
    db,
    changed.map(({ productId, plan }) => getNextVersion(productId, versions.get(productId), plan, options)),
  )
  return plans.map(({ productId, plan, version }) => ({ productId, version, changes: plan.changes }))
}

/** Applies the plans of several products with as few statements as possible. */
async function applyPlans(db: Queryable, plans: readonly FactPlan[]): Promise<void> {
  await deleteFacts(
    db,
    plans.flatMap(({ removedIds }) => removedIds),
  )
  // What was due has been done.
  for (const { id, ...columns } of plans.flatMap(({ updated }) => updated))
    await updateFact(db, id, { ...columns, assignmentDueAt: null })
  await insertFacts(
    db,
    plans.flatMap(({ inserted }) => inserted),
  )
  await insertChanges(
    db,
    plans.flatMap(({ changes }) => changes),
  )
}

/** Replaces what is derived from the facts of products: filter values, disputes, search texts and form values. */
async function replaceDerivedRows(
  db: Queryable,
  products: readonly { productId: string; plan: FactPlan; after: readonly StoredFact[] }[],
  options: BatchOptions,
): Promise<void> {
  const ids = products.map(({ productId }) => productId)
  const filterRows = products.flatMap(({ productId, after }) => listFilterRows(productId, after, options))
  const disputes = products.flatMap(({ productId, after }) => listDisputes(productId, after))
  const texts = products.flatMap(({ productId, after }) => listTexts(productId, after, options))
  await replaceFilterValues(db, ids, filterRows)
  await replaceDisputes(db, ids, disputes)
  await replaceTexts(db, 'facts', ids, texts)
  const restated = products.filter(({ plan }) => hasFormChange(plan.changes))
  await updateFormColumns(
    db,
    restated.map(({ productId, after }) => ({
      productId,
      ...deriveFormValues(after.map(({ valueJson, ...fact }) => ({ ...fact, value: parseStoredValue(valueJson) }))),
    })),
  )
}

const hasFormChange = (changes: FactPlan['changes']): boolean =>
  changes.some(({ attribute }) => FORM_ATTRIBUTES.includes(attribute))

/** Plans the changes to one product's facts; `after` are its facts, and `version` is their version, after the save. */
function planSave(
  { productId, facts }: ProductFactsSave,
  rows: readonly FactRow[],
  versions: ReadonlyMap<string, FactsVersion>,
  options: BatchOptions,
) {
  const replacedIds = new Set(facts.map(({ id }) => id))
  const isReplaced = (row: FactRow) =>
    replacedIds.has(row.id) || options.attributesByKey.get(row.attribute)?.isActive === true
  const version = versions.get(productId)?.version ?? 0
  const plan = planChanges({ productId, version: version + 1 }, rows.filter(isReplaced), facts, options)
  const isChanged = plan.changes.length > 0
  return {
    productId,
    plan,
    after: isChanged ? listFactsAfter(rows, plan) : [],
    version: isChanged ? version + 1 : version,
  }
}

type StoredFact = Pick<FactRow, 'id' | 'attribute' | 'isComplete' | 'grade' | 'readAt'> & { valueJson: unknown }

/** Returns the facts that a product has after its plan was applied. */
function listFactsAfter(before: readonly FactRow[], { inserted, updated, removedIds }: FactPlan): StoredFact[] {
  const byId = new Map<string, StoredFact>(before.map((row) => [row.id, row]))
  for (const id of removedIds) byId.delete(id)
  for (const { valueJson, readAt = null, isComplete = false, ...row } of [...updated, ...inserted])
    byId.set(row.id, { ...row, readAt, isComplete, valueJson: JSON.parse(valueJson) })
  return [...byId.values()]
}

/** Returns the rows for filtering products: one for each value of any fact. */
function listFilterRows(
  productId: string,
  facts: readonly StoredFact[],
  { attributesByKey, catalogue }: { attributesByKey: AttributesByKey; catalogue: Catalogue },
): FilterValueRow[] {
  const rows = new Map<string, FilterValueRow>()
  for (const { attribute, grade, valueJson, isComplete } of facts) {
    const type = attributesByKey.get(attribute)?.type
    if (type === undefined) continue
    const stored = parseStoredValue(valueJson)
    const isExhaustiveList = type === 'choices' && isExhaustive({ value: stored, isComplete })
    for (const value of [...listFilterValues(type, stored), ...(isExhaustiveList ? [EXHAUSTIVE_LIST] : [])]) {
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
    .filter(([, group]) =>
      isDisputed(group.map(({ valueJson, isComplete }) => ({ value: parseStoredValue(valueJson), isComplete }))),
    )
    .map(([attribute]) => ({ productId, attribute }))

/** Returns the texts for searching products, by attribute of type text. */
function listTexts(
  productId: string,
  facts: readonly StoredFact[],
  { attributesByKey }: { attributesByKey: AttributesByKey },
): ProductText[] {
  const texts = facts.filter(({ attribute }) => attributesByKey.get(attribute)?.type === 'text')
  return [...Map.groupBy(texts, ({ attribute }) => attribute)].map(([part, attributeFacts]) => ({
    productId,
    part,
    text: foldTexts(attributeFacts.map(({ valueJson }) => String(parseStoredValue(valueJson)))),
  }))
}

function getNextVersion(
  productId: string,
  version: FactsVersion | undefined,
  { inserted, updated }: FactPlan,
  { day }: SaveOptions,
): FactsVersion {
  const readings = day === 'latestReading' ? [...inserted, ...updated].map(({ readAt }) => readAt ?? null) : [day]
  const updatedOn = [version?.updatedOn ?? null, ...readings]
    .filter((each) => each !== null)
    .sort()
    .at(-1)
  return { productId, version: (version?.version ?? 0) + 1, updatedOn: updatedOn ?? null }
}

/** Returns a summary of changes for the audit log, such as `新增2，更正1`. */
export const describeChanges = (changes: FactPlan['changes']): string =>
  FACT_ACTIONS.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length
    return count === 0 ? [] : [`${FACT_ACTION_LABELS[action]}${count}`]
  }).join('，')
