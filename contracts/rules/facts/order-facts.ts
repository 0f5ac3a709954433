import type { FactValue } from '../../facts/fact-value.ts'
import { FACT_GRADES, type FactGrade } from '../../facts/vocabulary.ts'

type SourcedFact = { id: string; grade: FactGrade; readAt: string | null }

/**
 * Compares facts of one attribute: the one to go by stands first. The better grade goes before the later reading, an
 * undated one comes last of its grade.
 */
export function compareFacts(a: SourcedFact, b: SourcedFact): number {
  const byGrade = FACT_GRADES.indexOf(b.grade) - FACT_GRADES.indexOf(a.grade)
  if (byGrade !== 0) return byGrade
  const [dayA, dayB] = [a.readAt ?? '', b.readAt ?? '']
  if (dayA !== dayB) return dayA < dayB ? 1 : -1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Returns whether two values of one attribute say the same. */
export const isSameValue = (a: FactValue, b: FactValue): boolean => toComparable(a) === toComparable(b)

/** Choices are the same in any order, a certificate's properties too. */
function toComparable(value: FactValue): string {
  if (Array.isArray(value)) return JSON.stringify([...value].sort())
  return JSON.stringify(typeof value === 'object' ? Object.entries(value).sort() : value)
}

/** Returns whether sources disagree: the facts of one attribute do not all say the same. */
export const isDisputed = (values: readonly FactValue[]): boolean =>
  values.some((value, index) => index > 0 && values[0] !== undefined && !isSameValue(value, values[0]))
