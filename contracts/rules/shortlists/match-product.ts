/** Matches products against requirements by their facts: there is no score, and unknown doesn't mean "no". */
import type { Fact } from '../../facts/fact.ts'
import { listFilterValues } from '../facts/filter-values.ts'

/** The product has to have one of the values (`listFilterValues`) of the attribute. */
export type Requirement = { attribute: string; values: readonly string[] }
export type Requirements = { musts: readonly Requirement[]; wants: readonly Requirement[] }

export type KnownFact = Pick<Fact, 'attribute' | 'type' | 'value' | 'staleReason'>

export type RequirementResult = 'met' | 'unmet' | 'unknown'

/** A product meets all musts, may meet them (some are unknown, none unmet), or fails at least one. */
export type MatchStatus = 'meets' | 'may' | 'fails'

export type Match = {
  status: MatchStatus
  /** Musts that the product is known not to meet. */
  unmet: Requirement[]
  /** Musts whose result is unknown. */
  unknown: Requirement[]
  wantsMet: Requirement[]
  wantsUnmet: Requirement[]
  wantsUnknown: Requirement[]
}

/**
 * Returns whether the facts meet one requirement. It is unknown if there is no fact of the attribute, if sources
 * disagree on it, or if a certificate has expired.
 */
export function matchRequirement({ attribute, values }: Requirement, facts: readonly KnownFact[]): RequirementResult {
  const results = facts
    .filter((fact) => fact.attribute === attribute)
    .map(({ type, value, staleReason }) =>
      staleReason === 'ended'
        ? undefined
        : listFilterValues(type, value).some((filterValue) => values.includes(filterValue)),
    )
  const [first] = results
  if (first === undefined || results.some((result) => result !== first)) return 'unknown'
  return first ? 'met' : 'unmet'
}

/** Returns how the facts of a product meet the requirements. */
export function matchProduct({ musts, wants }: Requirements, facts: readonly KnownFact[]): Match {
  const split = (requirements: readonly Requirement[]) =>
    Object.groupBy(requirements, (requirement) => matchRequirement(requirement, facts))
  const must = split(musts)
  const want = split(wants)
  return {
    status: must.unmet ? 'fails' : must.unknown ? 'may' : 'meets',
    unmet: must.unmet ?? [],
    unknown: must.unknown ?? [],
    wantsMet: want.met ?? [],
    wantsUnmet: want.unmet ?? [],
    wantsUnknown: want.unknown ?? [],
  }
}

type Matched = { match: Match; name: string }

/**
 * Compares products of one status: by wants met (most first), then by unmet musts, unknown musts and unknown wants
 * (fewest first), then by name.
 */
export function compareMatches(a: Matched, b: Matched): number {
  return (
    b.match.wantsMet.length - a.match.wantsMet.length ||
    a.match.unmet.length - b.match.unmet.length ||
    a.match.unknown.length - b.match.unknown.length ||
    a.match.wantsUnknown.length - b.match.wantsUnknown.length ||
    (a.name < b.name ? -1 : Number(a.name > b.name))
  )
}
