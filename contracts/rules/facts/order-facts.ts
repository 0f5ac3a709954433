import type { FactValue } from '../../facts/fact-value.ts'
import { FACT_GRADES, type FactGrade } from '../../facts/vocabulary.ts'

type SourcedFact = { id: string; grade: FactGrade; readAt: string | null }

/**
 * Compares facts of one attribute: the preferred one first. The better grade precedes the later reading; an undated
 * fact is the last of its grade.
 */
export function compareFacts(a: SourcedFact, b: SourcedFact): number {
  return rankGrade(b.grade) - rankGrade(a.grade) || compareDays(b.readAt, a.readAt) || compareTexts(a.id, b.id)
}

/** `FACT_GRADES` begins with the weakest grade. */
const rankGrade = (grade: FactGrade): number => FACT_GRADES.indexOf(grade)

/** An unknown day precedes all others. */
const compareDays = (a: string | null, b: string | null): number => compareTexts(a ?? '', b ?? '')

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns whether two values of one attribute are equal. */
export const isSameValue = (a: FactValue, b: FactValue): boolean => toCanonicalText(a) === toCanonicalText(b)

/** Choices are equal in any order, and so are a certificate's properties. */
function toCanonicalText(value: FactValue): string {
  if (Array.isArray(value)) return JSON.stringify(value.toSorted())
  return JSON.stringify(typeof value === 'object' ? Object.entries(value).sort() : value)
}

type StatedValue = { value: FactValue; isComplete: boolean }

/**
 * Returns whether sources disagree about one attribute: their values differ. Lists of choices may differ unless one that
 * is complete, or empty, excludes what another one contains.
 */
export const isDisputed = (facts: readonly StatedValue[]): boolean =>
  facts.some((fact, index) => facts.slice(index + 1).some((other) => isContradicting(fact, other)))

function isContradicting(a: StatedValue, b: StatedValue): boolean {
  if (!Array.isArray(a.value) || !Array.isArray(b.value)) return !isSameValue(a.value, b.value)
  return isExcluding(a, b.value) || isExcluding(b, a.value)
}

const isExcluding = ({ value, isComplete }: StatedValue, choices: readonly string[]): boolean =>
  Array.isArray(value) && (isComplete || value.length === 0) && choices.some((choice) => !value.includes(choice))
