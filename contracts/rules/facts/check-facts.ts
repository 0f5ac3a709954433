/** Checks facts that somebody hands in against the rules of their attributes. */
import type { FieldError } from '../../errors.ts'
import type { Attribute } from '../../facts/attribute.ts'
import { checkFactValue, type FactValue } from '../../facts/fact-value.ts'
import { FACT_MESSAGES as TEXTS } from '../../facts/messages.ts'
import type { FactGrade } from '../../facts/vocabulary.ts'
import { FACTS } from '../../limits.ts'
import type { Catalogue } from '../../vocabulary.ts'

/** A fact whose value is still to be checked; what it rests on is. `id` is that of the fact it replaces. */
export type GivenFact = Omit<CheckedFact, 'value'> & { value?: unknown }
/** A fact as it is to be stored. */
export type CheckedFact = {
  id?: string | undefined
  attribute: string
  value: FactValue
  grade: FactGrade
  sourceUrl: string
  readAt: string | null
  note: string
}

/** `today` is the last day on which a source can have been read. */
export type FactRules = { attributes: ReadonlyMap<string, Attribute>; catalogue: Catalogue; today: string }

/**
 * Returns the facts with their values as they are stored, or every error with its path below `facts`: an attribute
 * that the catalogue doesn't have, a value that doesn't fit, a day to come, a public or third-party fact without link,
 * the same source twice.
 */
export function checkFacts(
  facts: readonly GivenFact[],
  rules: FactRules,
): { checked: CheckedFact[]; errors: FieldError[] } {
  const checked: CheckedFact[] = []
  const errors: FieldError[] = []
  const sources = new Set<string>()
  const counts = new Map<string, number>()
  for (const [index, fact] of facts.entries()) {
    const at = (path: string) => `facts.${index}${path === '' ? '' : `.${path}`}`
    const value = checkOne(fact, rules)
    const count = (counts.get(fact.attribute) ?? 0) + 1
    counts.set(fact.attribute, count)
    const source = JSON.stringify([fact.attribute, fact.grade, fact.sourceUrl])
    if (sources.has(source)) value.errors.push({ path: 'sourceUrl', message: TEXTS.factRepeated })
    else if (count === FACTS.perAttribute + 1)
      value.errors.push({ path: 'attribute', message: TEXTS.tooManyPerAttribute(FACTS.perAttribute) })
    sources.add(source)
    errors.push(...value.errors.map(({ path, message }) => ({ path: at(path), message })))
    if (value.checked) checked.push(value.checked)
  }
  return { checked, errors }
}

function checkOne(
  fact: GivenFact,
  { attributes, catalogue, today }: FactRules,
): { errors: FieldError[]; checked?: CheckedFact | undefined } {
  const attribute = attributes.get(fact.attribute)
  if (!attribute?.catalogues.includes(catalogue))
    return { errors: [{ path: 'attribute', message: TEXTS.attributeUnknown }] }
  const value = checkFactValue(attribute, fact.value)
  const errors: FieldError[] =
    'errors' in value
      ? value.errors.map(({ path, message }) => ({ path: path === '' ? 'value' : `value.${path}`, message }))
      : []
  errors.push(...checkSource(fact, today))
  return { errors, checked: 'value' in value ? { ...fact, value: value.value } : undefined }
}

/** Returns what is wrong with what a fact rests on. */
export function checkSource(
  { grade, sourceUrl, readAt }: Pick<GivenFact, 'grade' | 'sourceUrl' | 'readAt'>,
  today: string,
): FieldError[] {
  const isUnsourced = (grade === 'public' || grade === 'third-party') && sourceUrl === ''
  return [
    ...(isUnsourced ? [{ path: 'sourceUrl', message: TEXTS.sourceMissing }] : []),
    ...(readAt !== null && readAt > today ? [{ path: 'readAt', message: TEXTS.readAtFuture }] : []),
  ]
}
