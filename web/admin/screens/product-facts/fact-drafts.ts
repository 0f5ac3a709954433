/** The facts of a product while they are edited, by attribute. Facts without a value are unknown, and aren't saved. */
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { type EditorFact, type FactInput, FactSourceSchema, type ProductFacts } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import { checkFacts, type FactRules } from '#contracts/rules/facts/check-facts.ts'
import { parseEnteredValue } from '#contracts/rules/facts/value-text.ts'

export type FactSource = {
  grade: FactGrade
  sourceUrl: string
  /** '' if the day is unknown. */
  readAt: string
  note: string
}
/** `id` is '' until the fact is saved. `value` is `null` or '' if it is unknown, and may be unparsed input. */
export type FactDraft = FactSource & { id: string; value: unknown; isComplete: boolean }
export type FactDrafts = { facts: Readonly<Record<string, readonly FactDraft[]>> }

const toDraft = ({ id, value, isComplete, grade, sourceUrl, readAt, note }: EditorFact): FactDraft => ({
  id,
  value,
  isComplete,
  grade,
  sourceUrl,
  readAt: readAt ?? '',
  note,
})

/** Converts the facts of a product to drafts, grouped by attribute in their order. */
export function toDrafts({ facts }: ProductFacts): FactDrafts {
  const groups = Map.groupBy(facts, ({ attribute }) => attribute)
  return { facts: Object.fromEntries([...groups].map(([key, group]) => [key, group.map(toDraft)])) }
}

export const isUnknown = ({ value }: Pick<FactDraft, 'value'>): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')

type DraftEntry = { attribute: string; path: string; draft: FactDraft }

/** Lists the facts to save, each with its path in the drafts: `facts.license.0`. */
const listEntries = ({ facts }: FactDrafts): DraftEntry[] =>
  Object.entries(facts).flatMap(([attribute, drafts]) =>
    drafts.flatMap((draft, index) =>
      isUnknown(draft) ? [] : [{ attribute, path: `facts.${attribute}.${index}`, draft }],
    ),
  )

const parseValue = (attribute: Attribute | undefined, value: unknown): unknown =>
  attribute ? parseEnteredValue(attribute, value) : value

const toInput = ({ attribute, draft }: DraftEntry, attributesByKey: FactRules['attributesByKey']): FactInput => ({
  ...(draft.id === '' ? {} : { id: draft.id }),
  attribute,
  value: parseValue(attributesByKey.get(attribute), draft.value),
  isComplete: draft.isComplete,
  grade: draft.grade,
  sourceUrl: draft.sourceUrl.trim(),
  readAt: draft.readAt === '' ? null : draft.readAt,
  note: draft.note.trim(),
})

/** Returns the body of a save, and a function that maps the server's error paths to those of the drafts. */
export function toInputs(drafts: FactDrafts, attributesByKey: FactRules['attributesByKey']) {
  const entries = listEntries(drafts)
  return {
    facts: entries.map((entry) => toInput(entry, attributesByKey)),
    toDraftErrors: (errors: readonly FieldError[]): FieldError[] =>
      errors.map(({ path, message }) => {
        const [, index = '', ...rest] = path.split('.')
        const entry = entries[Number(index)]
        return { path: entry ? [entry.path, ...rest].join('.') : path, message }
      }),
  }
}

/** Returns the validation errors, by the paths of the drafts. */
export function validateDrafts(drafts: FactDrafts, rules: FactRules): FieldError[] {
  const { facts, toDraftErrors } = toInputs(drafts, rules.attributesByKey)
  const sourceErrors = facts.flatMap((fact, index) =>
    (FactSourceSchema.safeParse(fact).error?.issues ?? []).map(({ path, message }) => ({
      path: `facts.${index}.${path.join('.')}`,
      message,
    })),
  )
  const { errors } = checkFacts(facts, rules)
  const hasNoSourceError = ({ path }: FieldError) => !sourceErrors.some((other) => other.path === path)
  return toDraftErrors([...sourceErrors, ...errors.filter(hasNoSourceError)])
}

/** Returns a warning if a value is an expired certificate, which can still be saved. */
export function findExpiryWarning(value: unknown, today: string): string | undefined {
  if (typeof value !== 'object' || value === null || !('validUntil' in value)) return undefined
  const { validUntil } = value
  return typeof validUntil === 'string' && validUntil !== '' && validUntil < today
    ? MESSAGES.certificateExpiryWarning(validUntil)
    : undefined
}
