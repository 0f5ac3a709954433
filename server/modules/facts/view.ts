import type { Attribute } from '#contracts/facts/attribute.ts'
import type { EditorFact, Fact, FactChange } from '#contracts/facts/fact.ts'
import { FactStateSchema } from '#contracts/facts/fact.ts'
import { type FactValue, findValidUntil, parseStoredValue } from '#contracts/facts/fact-value.ts'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { compareFacts, isDisputed } from '#contracts/rules/facts/order-facts.ts'
import { getStaleReason } from '#contracts/rules/facts/staleness.ts'
import type { ChangePosition } from '#server/platform/change-cursor.ts'
import type { AttributesByKey } from './attributes/view.ts'
import type { ChangeKey, FactChangeRow, FactRow } from './store.ts'

/** A row with its value parsed from JSON. */
export type ParsedFact = Omit<FactRow, 'valueJson'> & { value: FactValue }

/** Parses the value of a row. */
export const parseFactRow = ({ valueJson, ...row }: FactRow): ParsedFact => ({
  ...row,
  value: parseStoredValue(valueJson),
})

const toAuthor = (id: string | null, name: string | null): UserReference | null =>
  id === null ? null : { id, name: name ?? '' }

/**
 * Returns a product's facts in the order of the attributes, the best fact of each attribute first. `today` determines
 * staleness. Facts of unknown attributes can't exist (foreign key).
 */
export function toEditorFacts(rows: readonly FactRow[], attributesByKey: AttributesByKey, today: string): EditorFact[] {
  const byAttribute = Map.groupBy(rows.map(parseFactRow), ({ attribute }) => attribute)
  return [...attributesByKey.values()].flatMap((attribute) => {
    const facts = byAttribute.get(attribute.key) ?? []
    const disputed = isDisputed(facts)
    return facts.sort(compareFacts).map((fact) => toEditorFact(fact, attribute, { today, disputed }))
  })
}

function toEditorFact(
  fact: ParsedFact,
  { key, label, group, type, unit }: Attribute,
  { today, disputed }: { today: string; disputed: boolean },
): EditorFact {
  const { readAt, value, isComplete, staleOn } = fact
  const staleReason = getStaleReason({ readAt, validUntil: findValidUntil(value), staleOn }, today)
  return {
    id: fact.id,
    attribute: key,
    label,
    group,
    type,
    value,
    isComplete,
    unit,
    grade: fact.grade,
    sourceUrl: fact.sourceUrl,
    readAt,
    note: fact.note,
    isStale: staleReason !== null,
    staleReason,
    isDisputed: disputed,
    by: toAuthor(fact.updatedBy, fact.updatedByName),
    updatedAt: fact.updatedAt,
  }
}

/** Returns the facts that visitors see: those of active attributes, without authors. */
export function toPublicFacts(rows: readonly FactRow[], attributesByKey: AttributesByKey, today: string): Fact[] {
  const facts = toEditorFacts(rows, attributesByKey, today).filter(
    ({ attribute }) => attributesByKey.get(attribute)?.isActive,
  )
  return facts.map(({ by: _by, updatedAt: _updatedAt, ...fact }) => fact)
}

/** Returns an entry of the change history, without its author for visitors. */
export function toFactChange(row: FactChangeRow, attributesByKey: AttributesByKey, caller: Caller | null): FactChange {
  const attribute = attributesByKey.get(row.attribute)
  return {
    id: `${row.version}-${row.ordinal}`,
    at: row.at,
    action: row.action,
    attribute: row.attribute,
    label: attribute?.label ?? row.attribute,
    type: attribute?.type ?? 'text',
    unit: attribute?.unit ?? '',
    before: FactStateSchema.nullable().parse(row.beforeJson),
    after: FactStateSchema.nullable().parse(row.afterJson),
    by: can(caller, 'products:read') ? toAuthor(row.byId, row.byName) : null,
  }
}

/** Returns the position of a change in the list of all. */
export const toChangePosition = ({ at, productId, version, ordinal }: ChangeKey): ChangePosition => ({
  updatedAt: at,
  id: `${productId} ${version} ${ordinal}`,
})

/** Returns the key of a position; before all changes of its time if it names none. */
export function toChangeKey({ updatedAt: at, id }: ChangePosition): ChangeKey {
  const [, productId = '', version = '0', ordinal = '0'] = /^(.*) (\d{1,9}) (\d{1,9})$/.exec(id) ?? []
  return { at, productId, version: Number(version), ordinal: Number(ordinal) }
}
