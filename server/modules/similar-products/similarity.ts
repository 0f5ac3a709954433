/** Describes the similarities and differences of two products by their facts. */
import type { Fact } from '#contracts/facts/fact.ts'
import { ATTRIBUTE_GROUPS } from '#contracts/facts/vocabulary.ts'
import { isExhaustive } from '#contracts/rules/facts/filter-values.ts'
import type { ProductDifferences } from '#contracts/similar-products/alternatives.ts'

type KnownFact = Pick<Fact, 'attribute' | 'label' | 'group' | 'type' | 'value' | 'isComplete'>

type Similarity = {
  /** Features that both have. */
  shared: string[]
  /** Features that the other is known to have and this one is known to lack. */
  gained: string[]
  /** Features that this one is known to have and the other is known to lack. */
  missing: string[]
}

/** How many of each are listed; for shared ones, the total is added. */
const LISTED = { shared: 3, different: 2 } as const

/** What a product's first fact of an attribute says about its features. */
type KnownFeatures = {
  features: readonly string[]
  /** Whether features that aren't stated are known to be missing. */
  isExhaustive: boolean
  /** Whether a product can lack the features: an attribute of 基本, such as the licence, only tells products apart. */
  canBeMissing: boolean
}

type FeaturesByAttribute = ReadonlyMap<string, KnownFeatures>

/** Returns the features of each attribute's first fact. Unknown attributes are left out, which doesn't mean "no". */
function groupFeatures(facts: readonly KnownFact[]): FeaturesByAttribute {
  const featuresByAttribute = new Map<string, KnownFeatures>()
  for (const fact of facts) {
    const features = featuresByAttribute.has(fact.attribute) ? undefined : listFeatures(fact)
    if (features)
      featuresByAttribute.set(fact.attribute, {
        features,
        isExhaustive: isExhaustive(fact),
        canBeMissing: fact.group !== ATTRIBUTE_GROUPS[0],
      })
  }
  return featuresByAttribute
}

/** Returns the features that a fact states; `undefined` for types that state none. */
function listFeatures({ label, type, value }: KnownFact): string[] | undefined {
  if (type === 'yesNo') return value === 'no' ? [] : [label]
  if (type === 'choices' && Array.isArray(value)) return value.map((choice) => `${choice}（${label}）`)
  if (type === 'certificate')
    return typeof value === 'object' && 'level' in value ? [value.level ? withLevel(label, value.level) : label] : []
  return undefined
}

/** 等保级别 with 三级 becomes 等保三级. */
const withLevel = (label: string, level: string) => label.replace(/(级别|等级)$/, '') + level

/** Compares another product with this one. */
export function compareFeatures(own: readonly KnownFact[], other: readonly KnownFact[]): Similarity {
  const otherFeatures = groupFeatures(other)
  const pairs = [...groupFeatures(own)].flatMap(([attribute, known]) => {
    const others = otherFeatures.get(attribute)
    return others ? [{ known, others }] : []
  })
  return {
    shared: pairs.flatMap(({ known, others }) => known.features.filter((feature) => others.features.includes(feature))),
    gained: pairs.flatMap(({ known, others }) => listLacking(known, others)),
    missing: pairs.flatMap(({ known, others }) => listLacking(others, known)),
  }
}

/** Returns the features of one product that the other is known to lack. */
const listLacking = (lacking: KnownFeatures, having: KnownFeatures): string[] =>
  lacking.isExhaustive && lacking.canBeMissing
    ? having.features.filter((feature) => !lacking.features.includes(feature))
    : []

/** Lists all differences of another product from this one, including the features of one that are unknown of the other. */
export function listDifferences(own: readonly KnownFact[], other: readonly KnownFact[]): ProductDifferences {
  const [ownFeatures, otherFeatures] = [groupFeatures(own), groupFeatures(other)]
  const { shared, gained, missing } = compareFeatures(own, other)
  return {
    shared,
    gained,
    missing,
    unknownThere: listUnknown(ownFeatures, otherFeatures),
    unknownHere: listUnknown(otherFeatures, ownFeatures),
  }
}

/** Returns the features of one product of which is unknown whether the other has them. */
const listUnknown = (having: FeaturesByAttribute, other: FeaturesByAttribute): string[] =>
  [...having].flatMap(([attribute, { features, canBeMissing }]) => {
    const others = other.get(attribute)
    if (!canBeMissing || others?.isExhaustive) return []
    return features.filter((feature) => !others?.features.includes(feature))
  })

/** Returns how similar two products are: shared features add, differences subtract a quarter each. */
export const scoreSimilarity = ({ shared, gained, missing }: Similarity): number =>
  shared.length - (gained.length + missing.length) / 4

/** Returns the description for readers, in up to three lines: 相同：私有化部署、RAG等9项 / 另有：等保三级 / 没有：SSO. */
export function describeSimilarity({ shared, gained, missing }: Similarity): string {
  const rest = shared.length > LISTED.shared ? `等${shared.length}项` : ''
  return [
    shared.length > 0 && `相同：${shared.slice(0, LISTED.shared).join('、')}${rest}`,
    gained.length > 0 && `另有：${gained.slice(0, LISTED.different).join('、')}`,
    missing.length > 0 && `没有：${missing.slice(0, LISTED.different).join('、')}`,
  ]
    .filter(Boolean)
    .join('\n')
}
