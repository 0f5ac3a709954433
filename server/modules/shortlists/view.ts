/** Turns matched products and rows into replies. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { Requirement } from '#contracts/rules/shortlists/match-product.ts'
import type {
  FailingProduct,
  MaybeProduct,
  MeetingProduct,
  NamedRequirement,
  Shortlist,
  ShortlistResult,
  ShortlistSummary,
} from '#contracts/shortlists/shortlist.ts'
import type { MatchedCatalogue, MatchedProduct, MatchedShortlist } from './match.ts'
import { type FilterableAttributes, labelRequirement, toFilterableAttributes } from './requirements.ts'
import type { ShortlistRow } from './store.ts'
import { parseContents } from './stored-shortlist.ts'

/** Converts matched products to the result that the API returns. */
export function toShortlistResult(
  { meets, may, fails }: MatchedCatalogue,
  attributes: readonly Attribute[],
): ShortlistResult {
  const view = createProductView(toFilterableAttributes(attributes))
  return {
    meets: meets.products.map(view.toMeeting),
    may: may.products.map(view.toMaybe),
    fails: fails.products.map(view.toFailing),
    counts: { meets: meets.count, may: may.count, fails: fails.count },
  }
}

type Options = { memberId: string | undefined; attributes: readonly Attribute[] }

/** Returns a shortlist with its matches as a member sees it, or an anonymous visitor without an id. */
export function toShortlist(
  row: ShortlistRow,
  { result, candidates, unlisted }: MatchedShortlist,
  { memberId, attributes }: Options,
): Shortlist {
  const { id, catalogue, title, notes, isNotified, version, updatedAt, ownerId } = row
  const { musts, wants } = parseContents(row)
  const filterable = toFilterableAttributes(attributes)
  const view = createProductView(filterable)
  return {
    id,
    catalogue,
    title,
    notes,
    musts,
    wants,
    requirements: [
      ...musts.map((must) => ({ ...labelRequirement(must, filterable), kind: 'must' as const })),
      ...wants.map((want) => ({ ...labelRequirement(want, filterable), kind: 'want' as const })),
    ],
    candidates: candidates.map((matched) => ({ ...view.toFailing(matched), status: matched.match.status })),
    unlistedCandidates: unlisted,
    isNotified,
    isOwn: memberId !== undefined && ownerId === memberId,
    version,
    updatedAt,
    ...toShortlistResult(result, attributes),
  }
}

export function toShortlistSummary(row: ShortlistRow): ShortlistSummary {
  const { id, catalogue, title, isNotified, updatedAt } = row
  const { musts, wants, candidates } = parseContents(row)
  return {
    id,
    catalogue,
    title,
    isNotified,
    updatedAt,
    musts: musts.length,
    wants: wants.length,
    candidates: candidates.map((candidate) => candidate.id),
  }
}

function createProductView(attributes: FilterableAttributes) {
  const toNamed = (requirements: readonly Requirement[]): NamedRequirement[] =>
    requirements.map((requirement) => labelRequirement(requirement, attributes))
  const toMeeting = ({ product, match }: MatchedProduct): MeetingProduct => ({
    product,
    wantsMet: toNamed(match.wantsMet),
    wantsUnmet: toNamed(match.wantsUnmet),
    wantsUnknown: toNamed(match.wantsUnknown),
  })
  const toMaybe = (matched: MatchedProduct): MaybeProduct => ({
    ...toMeeting(matched),
    unknown: toNamed(matched.match.unknown),
  })
  const toFailing = (matched: MatchedProduct): FailingProduct => ({
    ...toMaybe(matched),
    because: matched.match.unmet.map((requirement) => ({
      ...labelRequirement(requirement, attributes),
      actual: describeActual(requirement, matched.facts),
    })),
  })
  return { toMeeting, toMaybe, toFailing }
}

const describeActual = ({ attribute }: Requirement, facts: readonly Fact[]): string =>
  facts
    .filter((fact) => fact.attribute === attribute)
    .map((fact) => describeFactValue(fact, fact.value))
    .join('；')
