/** What two products have in common by what is known of them, and in what they differ, in words. */
import type { Fact } from '../../facts/fact.ts'

type KnownFact = Pick<Fact, 'attribute' | 'label' | 'type' | 'value'>

export type Similarity = {
  /** What both have. */
  shared: string[]
  /** What the other is known to have and this one is known to lack. */
  gained: string[]
  /** What this one is known to have and the other is known to lack. */
  missing: string[]
}

/** How many of each are named; of what is shared the rest is counted. */
const NAMED = { shared: 3, different: 2 } as const

/** What a product has, by the attribute that says so. An attribute without any is known to be lacking. */
type Traits = ReadonlyMap<string, readonly string[]>

/** The facts to go by stand first; what is unknown is not there, and is not "no". */
function collectTraits(facts: readonly KnownFact[]): Traits {
  const traits = new Map<string, readonly string[]>()
  for (const fact of facts) {
    const words = traits.has(fact.attribute) ? undefined : listWords(fact)
    if (words) traits.set(fact.attribute, words)
  }
  return traits
}

/** Returns what a fact says a product has; nothing of types that say no such thing. */
function listWords({ label, type, value }: KnownFact): string[] | undefined {
  if (type === 'yesNo') return value === 'no' ? [] : [label]
  if (type === 'choices' && Array.isArray(value)) return value.map((choice) => `${choice}（${label}）`)
  if (type === 'certificate')
    return typeof value === 'object' && 'level' in value ? [value.level ? withLevel(label, value.level) : label] : []
  return undefined
}

/** 等保级别 of 三级 is 等保三级. */
const withLevel = (label: string, level: string) => label.replace(/(级别|等级)$/, '') + level

/** Compares another product with this one. */
export function compareTraits(own: readonly KnownFact[], other: readonly KnownFact[]): Similarity {
  const [ownTraits, otherTraits] = [collectTraits(own), collectTraits(other)]
  const known = [...ownTraits].filter(([attribute]) => otherTraits.has(attribute))
  const pairs = known.map(([attribute, words]) => ({ words, others: otherTraits.get(attribute) ?? [] }))
  return {
    shared: pairs.flatMap(({ words, others }) => words.filter((word) => others.includes(word))),
    gained: pairs.flatMap(({ words, others }) => others.filter((word) => !words.includes(word))),
    missing: pairs.flatMap(({ words, others }) => words.filter((word) => !others.includes(word))),
  }
}

/** Returns how much alike two products are: what they share counts, what they don't takes a part of it away. */
export const scoreSimilarity = ({ shared, gained, missing }: Similarity): number =>
  shared.length - (gained.length + missing.length) / 4

/** Returns what a reader is told: 都有私有化部署、RAG等9项；另有等保三级；没有SSO. */
export function describeSimilarity({ shared, gained, missing }: Similarity): string {
  const rest = shared.length > NAMED.shared ? `等${shared.length}项` : ''
  return [
    shared.length > 0 && `都有${shared.slice(0, NAMED.shared).join('、')}${rest}`,
    gained.length > 0 && `另有${gained.slice(0, NAMED.different).join('、')}`,
    missing.length > 0 && `没有${missing.slice(0, NAMED.different).join('、')}`,
  ]
    .filter(Boolean)
    .join('；')
}
