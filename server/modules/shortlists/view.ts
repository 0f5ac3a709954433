/** Converts matched products and rows to replies. */
import type { MemberRole } from '#contracts/colleagues/roles.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { findWeakGrade, getMetGrade, type Requirement } from '#contracts/rules/shortlists/match-product.ts'
import type {
  FailingProduct,
  LabeledRequirement,
  MatchingProduct,
  MetRequirement,
  Shortlist,
  ShortlistResult,
  ShortlistSummary,
  UncertainProduct,
  UnknownRequirement,
} from '#contracts/shortlists/shortlist.ts'
import type { MatchedCatalogue, MatchedProduct, MatchedShortlist } from './match.ts'
import { labelRequirement, type RequirableAttributes, toRequirableAttributes } from './requirements.ts'
import type { ShortlistRow } from './store.ts'
import { parseContents } from './stored-shortlist.ts'

/** Converts matched products to the result that the API returns. */
export function toShortlistResult(
  { matching, uncertain, failing }: MatchedCatalogue,
  attributes: readonly Attribute[],
): ShortlistResult {
  const view = createProductView(toRequirableAttributes(attributes))
  return {
    matching: matching.products.map(view.toMatchingProduct),
    uncertain: uncertain.products.map(view.toUncertainProduct),
    failing: failing.products.map(view.toFailingProduct),
    counts: { matching: matching.count, uncertain: uncertain.count, failing: failing.count },
  }
}

type Options = { role: MemberRole | undefined; isNotified: boolean; attributes: readonly Attribute[] }

/**
 * Returns a shortlist with its matches as a member in a role sees it, or as everybody else does if it is `undefined`.
 */
export function toShortlist(
  row: ShortlistRow,
  { result, candidates, unlisted }: MatchedShortlist,
  { role, isNotified, attributes }: Options,
): Shortlist {
  const { id, catalogue, title, notes, version, updatedAt } = row
  const { required, preferred } = parseContents(row)
  const filterable = toRequirableAttributes(attributes)
  const view = createProductView(filterable)
  return {
    id,
    catalogue,
    title,
    notes,
    required,
    preferred,
    requirements: [
      ...required.map((requirement) => ({ ...labelRequirement(requirement, filterable), kind: 'required' as const })),
      ...preferred.map((requirement) => ({ ...labelRequirement(requirement, filterable), kind: 'preferred' as const })),
    ],
    candidates: candidates.map((matched) => ({ ...view.toFailingProduct(matched), status: matched.match.status })),
    unlistedCandidates: unlisted,
    isNotified,
    isOwn: role !== undefined,
    role: role ?? null,
    version,
    updatedAt,
    ...toShortlistResult(result, attributes),
  }
}

/** Returns a shortlist for the list of a member's shortlists. */
export function toShortlistSummary(
  row: ShortlistRow,
  { role, isNotified }: { role: MemberRole; isNotified: boolean },
): ShortlistSummary {
  const { id, catalogue, title, updatedAt } = row
  const { required, preferred, candidates } = parseContents(row)
  return {
    id,
    catalogue,
    title,
    isNotified,
    updatedAt,
    required: required.length,
    preferred: preferred.length,
    candidates: candidates.map((candidate) => candidate.id),
    role,
  }
}

/** Creates the conversions of matched products, with labelled requirements. */
function createProductView(attributes: RequirableAttributes) {
  const toLabeled = (requirements: readonly Requirement[]): LabeledRequirement[] =>
    requirements.map((requirement) => labelRequirement(requirement, attributes))
  const toMet = (requirements: readonly Requirement[], facts: readonly Fact[]): MetRequirement[] =>
    requirements.map((requirement) => ({
      ...labelRequirement(requirement, attributes),
      grade: getMetGrade(requirement, facts),
    }))
  const toUnknown = (requirements: readonly Requirement[], facts: readonly Fact[]): UnknownRequirement[] =>
    requirements.map((requirement) => ({
      ...labelRequirement(requirement, attributes),
      knownGrade: findWeakGrade(requirement, facts),
    }))
  const toMatchingProduct = ({ product, match, facts }: MatchedProduct): MatchingProduct => ({
    product,
    met: toMet(match.met, facts),
    preferredMet: toMet(match.preferredMet, facts),
    preferredUnmet: toLabeled(match.preferredUnmet),
    preferredUnknown: toUnknown(match.preferredUnknown, facts),
  })
  const toUncertainProduct = (matched: MatchedProduct): UncertainProduct => ({
    ...toMatchingProduct(matched),
    unknown: toUnknown(matched.match.unknown, matched.facts),
  })
  const toFailingProduct = (matched: MatchedProduct): FailingProduct => ({
    ...toUncertainProduct(matched),
    unmet: matched.match.unmet.map((requirement) => ({
      ...labelRequirement(requirement, attributes),
      actual: describeActual(requirement, matched.facts),
    })),
  })
  return { toMatchingProduct, toUncertainProduct, toFailingProduct }
}

/** Describes the facts of a product about a requirement's attribute. */
const describeActual = ({ attribute }: Requirement, facts: readonly Fact[]): string =>
  facts
    .filter((fact) => fact.attribute === attribute)
    .map((fact) => describeFactValue(fact, fact.value))
    .join('；')
