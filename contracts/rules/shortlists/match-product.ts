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

/**
 * What each requirement adds to the rank of a product among those of its status, which are listed by ascending rank,
 * then by name: most wants met first, then fewest unmet musts, unknown musts and unknown wants. A weight exceeds what
 * all requirements (`SHORTLIST_LIMITS`) can add of the next.
 */
export const RANK_WEIGHTS = { wantMet: -(32 ** 3), mustUnmet: 32 ** 2, mustUnknown: 32, wantUnknown: 1 } as const

/** Returns the rank of a product among those of its status. */
export const getRank = ({ wantsMet, unmet, unknown, wantsUnknown }: Match): number =>
  wantsMet.length * RANK_WEIGHTS.wantMet +
  unmet.length * RANK_WEIGHTS.mustUnmet +
  unknown.length * RANK_WEIGHTS.mustUnknown +
  wantsUnknown.length * RANK_WEIGHTS.wantUnknown
