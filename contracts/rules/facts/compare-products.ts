/** Compares several products by their facts. */
import type { Attribute } from '../../facts/attribute.ts'
import type { Fact } from '../../facts/fact.ts'
import { isSameValue } from './order-facts.ts'

type ComparedAttribute = Pick<Attribute, 'key' | 'label' | 'group' | 'type' | 'unit'>

/** One attribute of the products, in their order. */
export type FactRow = {
  attribute: ComparedAttribute
  /** The preferred fact of each product; `null` if it is unknown, which doesn't mean "no". */
  facts: (Fact | null)[]
  /** How many facts of the attribute each product has: more than one if sources disagree. */
  counts: number[]
  /** Whether known values differ, or only some are unknown. */
  isDifferent: boolean
}

/**
 * Returns a row for each attribute of which at least one product has a fact, in the attributes' order. A product's
 * facts must have the preferred one first, as in every reply.
 */
export function compareProductFacts(
  attributes: readonly ComparedAttribute[],
  products: readonly (readonly Fact[])[],
): FactRow[] {
  const byAttribute = products.map((facts) => Map.groupBy(facts, ({ attribute }) => attribute))
  return attributes.flatMap((attribute) => {
    const all = byAttribute.map((facts) => facts.get(attribute.key) ?? [])
    const facts = all.map(([first = null]) => first)
    if (facts.every((fact) => fact === null)) return []
    return { attribute, facts, counts: all.map(({ length }) => length), isDifferent: isDifferent(facts) }
  })
}

function isDifferent(facts: readonly (Fact | null)[]): boolean {
  const [first = null, ...rest] = facts
  return rest.some((fact) => (fact && first ? !isSameValue(fact.value, first.value) : fact !== first))
}
