/** Computes how a product's stored facts change when they are replaced with new facts. */
import type { FactState } from '#contracts/facts/fact.ts'
import { findValidUntil } from '#contracts/facts/fact-value.ts'
import type { FactAction } from '#contracts/facts/vocabulary.ts'
import type { CheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { isSameValue } from '#contracts/rules/facts/order-facts.ts'
import { getStaleDay } from '#contracts/rules/facts/staleness.ts'
import type { AttributesByKey } from './attributes/view.ts'
import type { FactRow, NewFactChange, NewFactRow } from './store.ts'
import { parseFactRow } from './view.ts'

/** What all changes of a save have in common; `actor` is `null` if the system itself makes them. */
export type ChangeContext = {
  at: string
  actor: { id: string; name: string } | null
  attributesByKey: AttributesByKey
  /** Returns an id for a new fact. Ids are ascending, so that the earlier of two equally good facts comes first. */
  nextId: () => string
}

export type FactPlan = {
  inserted: NewFactRow[]
  updated: NewFactRow[]
  removedIds: string[]
  changes: NewFactChange[]
}

const pickState = ({ value, isComplete, grade, sourceUrl, readAt, note }: Omit<CheckedFact, 'id'>): FactState => ({
  value,
  isComplete,
  grade,
  sourceUrl,
  readAt,
  note,
})

/**
 * Returns the changes that turn a product's rows into its new facts. A fact with a row's id replaces it; rows without a
 * fact are removed. The same fact with a later reading is a confirmation; equal facts change nothing. `version` is the
 * new version of the product's facts if anything changes.
 */
export function planChanges(
  { productId, version }: { productId: string; version: number },
  rows: readonly FactRow[],
  facts: readonly CheckedFact[],
  context: ChangeContext,
): FactPlan {
  const plan: FactPlan = { inserted: [], updated: [], removedIds: [], changes: [] }
  const remaining = new Map(rows.map((row) => [row.id, parseFactRow(row)]))
  const record = (action: FactAction, attribute: string, beforeState: FactState | null, afterState: FactState | null) =>
    plan.changes.push({
      productId,
      version,
      ordinal: plan.changes.length + 1,
      attribute,
      action,
      beforeJson: beforeState && JSON.stringify(beforeState),
      afterJson: afterState && JSON.stringify(afterState),
      at: context.at,
      byId: context.actor?.id ?? null,
      byName: context.actor?.name ?? null,
    })
  for (const fact of facts) {
    const row = fact.id === undefined ? undefined : remaining.get(fact.id)
    if (fact.id !== undefined) remaining.delete(fact.id)
    const action = findAction(row, fact)
    if (action === undefined) continue
    const columns = toRow(productId, row, fact, context)
    if (row) plan.updated.push(columns)
    else plan.inserted.push(columns)
    record(action, fact.attribute, row ? pickState(row) : null, pickState(fact))
  }
  for (const row of remaining.values()) {
    plan.removedIds.push(row.id)
    record('remove', row.attribute, pickState(row), null)
  }
  return plan
}

/** Returns the action that turns a row into the fact that replaces it; `undefined` if they are equal. */
function findAction(row: Omit<CheckedFact, 'id'> | undefined, fact: CheckedFact): FactAction | undefined {
  if (!row) return 'add'
  const isSame =
    isSameValue(row.value, fact.value) &&
    row.isComplete === fact.isComplete &&
    row.attribute === fact.attribute &&
    row.grade === fact.grade &&
    row.sourceUrl === fact.sourceUrl &&
    row.note === fact.note
  if (!isSame) return 'change'
  if (row.readAt === fact.readAt) return undefined
  return fact.readAt !== null && fact.readAt > (row.readAt ?? '') ? 'confirm' : 'change'
}

function toRow(
  productId: string,
  row: Pick<FactRow, 'id' | 'createdAt'> | undefined,
  fact: CheckedFact,
  { at, actor, attributesByKey, nextId }: ChangeContext,
): NewFactRow {
  const staleAfterMonths = attributesByKey.get(fact.attribute)?.staleAfterMonths ?? null
  return {
    id: row?.id ?? nextId(),
    productId,
    attribute: fact.attribute,
    valueJson: JSON.stringify(fact.value),
    isComplete: fact.isComplete,
    grade: fact.grade,
    sourceUrl: fact.sourceUrl,
    readAt: fact.readAt,
    note: fact.note,
    staleOn: getStaleDay({ readAt: fact.readAt, validUntil: findValidUntil(fact.value), staleAfterMonths }),
    updatedBy: actor?.id ?? null,
    updatedByName: actor?.name ?? null,
    createdAt: row?.createdAt ?? at,
    updatedAt: at,
  }
}
