/** Matches products against requirements by their facts: there is no score, and unknown doesn't mean "no". */
import type { Fact } from '../../facts/fact.ts'
import { FACT_GRADES, type FactGrade } from '../../facts/vocabulary.ts'
import { isAboutNone, isExhaustive, listFilterValues } from '../facts/filter-values.ts'
import { isPrice } from '../facts/prices.ts'

/** According to facts of at least the grade, if there is one. */
type RequirementBase = { attribute: string; grade?: FactGrade | undefined }
/** The product has to have one of the values (`listFilterValues`) of the attribute. */
export type ValueRequirement = RequirementBase & { values: readonly string[] }
/** The product must not cost more than a number of yuan by the attribute, which is a price (`isPrice`). */
export type LimitRequirement = RequirementBase & { atMost: number }
export type Requirement = ValueRequirement | LimitRequirement

/** Returns whether a requirement is an upper limit of a price. */
export const isLimit = <Value extends object, Limit extends { atMost: number }>(
  requirement: Value | Limit,
): requirement is Limit => 'atMost' in requirement

export type Requirements = { required: readonly Requirement[]; preferred: readonly Requirement[] }

export type KnownFact = Pick<Fact, 'attribute' | 'type' | 'unit' | 'value' | 'isComplete' | 'grade' | 'staleReason'>

export type RequirementResult = 'met' | 'unmet' | 'unknown'

/** `matching`: everything required is met. `uncertain`: some of it is unknown, none unmet. `failing`: some is unmet. */
export type MatchStatus = 'matching' | 'uncertain' | 'failing'

export type Match = {
  status: MatchStatus
  /** Of `required`, those that the product is known to meet. */
  met: Requirement[]
  /** Of `required`, those that the product is known not to meet. */
  unmet: Requirement[]
  /** Of `required`, those whose result is unknown. */
  unknown: Requirement[]
  preferredMet: Requirement[]
  preferredUnmet: Requirement[]
  preferredUnknown: Requirement[]
}

/** `open`: the fact is a list of choices that doesn't name the value and may not be complete, or isn't a price. */
type FactResult = 'met' | 'unmet' | 'open' | 'expired'

function matchFact(requirement: Requirement, fact: KnownFact): FactResult {
  if (fact.staleReason === 'ended') return 'expired'
  return isLimit(requirement) ? matchPrice(requirement, fact) : matchValue(requirement, fact)
}

function matchPrice({ atMost }: LimitRequirement, { type, unit, value }: KnownFact): FactResult {
  if (!isPrice({ type, unit }) || typeof value !== 'number') return 'open'
  return value <= atMost ? 'met' : 'unmet'
}

function matchValue({ values }: ValueRequirement, { type, value, isComplete }: KnownFact): FactResult {
  if (listFilterValues(type, value).some((filterValue) => values.includes(filterValue))) return 'met'
  return isExhaustive({ value, isComplete }) || isAboutNone(values) ? 'unmet' : 'open'
}

/**
 * Returns whether the facts meet one requirement. It is unknown if there is no fact of the attribute, if sources
 * disagree on it, if a certificate has expired, if only lists are known that may not be complete, or if it is met by facts
 * of a lower grade alone.
 */
export function matchRequirement(requirement: Requirement, facts: readonly KnownFact[]): RequirementResult {
  const results = facts
    .filter((fact) => fact.attribute === requirement.attribute)
    .map((fact) => matchFact(requirement, fact))
  const [first, ...others] = new Set(results.filter((result) => result !== 'open'))
  if ((first !== 'met' && first !== 'unmet') || others.length > 0) return 'unknown'
  return first === 'met' && !isGradeReached(getMetGrade(requirement, facts), requirement.grade) ? 'unknown' : first
}

/** Returns whether a grade of evidence is at least another one. */
const isGradeReached = (grade: FactGrade, least: FactGrade | undefined): boolean =>
  least === undefined || FACT_GRADES.indexOf(grade) >= FACT_GRADES.indexOf(least)

/** Returns the grade of the facts that meet a requirement but aren't strong enough; `null` if something else is missing. */
export function findWeakGrade({ grade, ...requirement }: Requirement, facts: readonly KnownFact[]): FactGrade | null {
  if (grade === undefined || matchRequirement(requirement, facts) !== 'met') return null
  const known = getMetGrade(requirement, facts)
  return isGradeReached(known, grade) ? null : known
}

/** Returns the best grade of the facts that meet a requirement. */
export function getMetGrade(requirement: Requirement, facts: readonly KnownFact[]): FactGrade {
  const grades = facts
    .filter((fact) => fact.attribute === requirement.attribute && matchFact(requirement, fact) === 'met')
    .map(({ grade }) => grade)
  return FACT_GRADES.findLast((grade) => grades.includes(grade)) ?? FACT_GRADES[0]
}

/** Returns how the facts of a product meet the requirements. */
export function matchProduct({ required, preferred }: Requirements, facts: readonly KnownFact[]): Match {
  const groupByResult = (requirements: readonly Requirement[]) =>
    Object.groupBy(requirements, (requirement) => matchRequirement(requirement, facts))
  const { met = [], unmet = [], unknown = [] } = groupByResult(required)
  const {
    met: preferredMet = [],
    unmet: preferredUnmet = [],
    unknown: preferredUnknown = [],
  } = groupByResult(preferred)
  return { status: getStatus(unmet, unknown), met, unmet, unknown, preferredMet, preferredUnmet, preferredUnknown }
}

function getStatus(unmet: readonly Requirement[], unknown: readonly Requirement[]): MatchStatus {
  if (unmet.length > 0) return 'failing'
  return unknown.length > 0 ? 'uncertain' : 'matching'
}

/**
 * What each requirement adds to the rank of a product. The products of a status are listed by ascending rank, then by
 * name. Those that meet more preferred requirements come first; ties are resolved by fewer unmet required, unknown
 * required and unknown preferred requirements, in this order. Each weight exceeds what all requirements together
 * (`SHORTLIST_LIMITS`) can add with the next lower one.
 */
export const RANK_WEIGHTS = {
  preferredMet: -(32 ** 3),
  requiredUnmet: 32 ** 2,
  requiredUnknown: 32,
  preferredUnknown: 1,
} as const

/** Returns the rank of a product among those of its status. */
export const getRank = ({ preferredMet, unmet, unknown, preferredUnknown }: Match): number =>
  preferredMet.length * RANK_WEIGHTS.preferredMet +
  unmet.length * RANK_WEIGHTS.requiredUnmet +
  unknown.length * RANK_WEIGHTS.requiredUnknown +
  preferredUnknown.length * RANK_WEIGHTS.preferredUnknown
