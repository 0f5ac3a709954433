import type { FactValue } from '../../facts/fact-value.ts'
import { FACT_GRADES, type FactGrade } from '../../facts/vocabulary.ts'

type SourcedFact = { id: string; grade: FactGrade; readAt: string | null }

/**
 * Compares facts of one attribute: the preferred one first. The better grade precedes the later reading; an undated
 * fact is the last of its grade.
 */
export function compareFacts(a: SourcedFact, b: SourcedFact): number {
  const byGrade = FACT_GRADES.indexOf(b.grade) - FACT_GRADES.indexOf(a.grade)
  if (byGrade !== 0) return byGrade
  const [dayA, dayB] = [a.readAt ?? '', b.readAt ?? '']
  if (dayA !== dayB) return dayA < dayB ? 1 : -1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Returns whether two values of one attribute are equal. */
export const isSameValue = (a: FactValue, b: FactValue): boolean => toComparable(a) === toComparable(b)

/** Choices are equal in any order, and so are a certificate's properties. */
function toComparable(value: FactValue): string {
  if (Array.isArray(value)) return JSON.stringify([...value].sort())
  return JSON.stringify(typeof value === 'object' ? Object.entries(value).sort() : value)
}

/** Returns whether sources disagree: the facts of one attribute don't all have the same value. */
export const isDisputed = (values: readonly FactValue[]): boolean =>
  values.some((value, index) => index > 0 && values[0] !== undefined && !isSameValue(value, values[0]))
