/** Validates submitted facts by the rules of their attributes. */
import type { FieldError } from '../../errors.ts'
import type { Attribute } from '../../facts/attribute.ts'
import { checkFactValue, type FactValue } from '../../facts/fact-value.ts'
import { FACT_MESSAGES as MESSAGES } from '../../facts/messages.ts'
import type { FactGrade } from '../../facts/vocabulary.ts'
import { FACTS } from '../../limits.ts'
import type { Catalogue } from '../../vocabulary.ts'

/** A fact whose value isn't validated by its attribute yet. `id` is that of the fact that it replaces. */
export type UncheckedFact = Omit<CheckedFact, 'value' | 'isComplete'> & {
  value?: unknown
  isComplete?: boolean | undefined
}
/** A fact to be stored. */
export type CheckedFact = {
  id?: string | undefined
  attribute: string
  value: FactValue
  /** Whether a list of choices is complete; `false` for an empty one, which says so itself. */
  isComplete: boolean
  grade: FactGrade
  sourceUrl: string
  readAt: string | null
  note: string
}

/** `today` is the latest day on which a source can have been read. */
export type FactRules = { attributesByKey: ReadonlyMap<string, Attribute>; catalogue: Catalogue; today: string }

/**
 * Returns the facts with their values as they are stored, or every error with its path below `facts`: an attribute that
 * the catalogue doesn't have, an invalid value, a future day, a public or third-party fact without a link, a repeated
 * source.
 */
export function checkFacts(
  facts: readonly UncheckedFact[],
  rules: FactRules,
): { checked: CheckedFact[]; errors: FieldError[] } {
  const checked: CheckedFact[] = []
  const errors: FieldError[] = []
  const sources = new Set<string>()
  const counts = new Map<string, number>()
  for (const [index, fact] of facts.entries()) {
    const toPath = (path: string) => `facts.${index}${path === '' ? '' : `.${path}`}`
    const value = checkFact(fact, rules)
    const count = (counts.get(fact.attribute) ?? 0) + 1
    counts.set(fact.attribute, count)
    const source = JSON.stringify([fact.attribute, fact.grade, fact.sourceUrl])
    if (sources.has(source)) value.errors.push({ path: 'sourceUrl', message: MESSAGES.duplicateFact })
    else if (count === FACTS.perAttribute + 1)
      value.errors.push({ path: 'attribute', message: MESSAGES.tooManyPerAttribute(FACTS.perAttribute) })
    sources.add(source)
    errors.push(...value.errors.map(({ path, message }) => ({ path: toPath(path), message })))
    if (value.checked) checked.push(value.checked)
  }
  return { checked, errors }
}

function checkFact(
  fact: UncheckedFact,
  { attributesByKey, catalogue, today }: FactRules,
): { errors: FieldError[]; checked?: CheckedFact | undefined } {
  const attribute = attributesByKey.get(fact.attribute)
  if (!attribute?.catalogues.includes(catalogue))
    return { errors: [{ path: 'attribute', message: MESSAGES.attributeUnknown }] }
  const value = checkFactValue(attribute, fact.value)
  const errors: FieldError[] =
    'errors' in value
      ? value.errors.map(({ path, message }) => ({ path: path === '' ? 'value' : `value.${path}`, message }))
      : []
  errors.push(...checkSource(fact, today))
  if (!('value' in value)) return { errors }
  const isComplete = fact.isComplete === true && Array.isArray(value.value) && value.value.length > 0
  return { errors, checked: { ...fact, value: value.value, isComplete } }
}

/** Returns the errors in a fact's source. */
export function checkSource(
  { grade, sourceUrl, readAt }: Pick<UncheckedFact, 'grade' | 'sourceUrl' | 'readAt'>,
  today: string,
): FieldError[] {
  const isUnsourced = (grade === 'public' || grade === 'third-party') && sourceUrl === ''
  return [
    ...(isUnsourced ? [{ path: 'sourceUrl', message: MESSAGES.sourceMissing }] : []),
    ...(readAt !== null && readAt > today ? [{ path: 'readAt', message: MESSAGES.readAtInFuture }] : []),
    // A year of which only some digits were typed.
    ...(readAt !== null && readAt < FACTS.earliestReading
      ? [{ path: 'readAt', message: MESSAGES.readAtTooEarly }]
      : []),
  ]
}
