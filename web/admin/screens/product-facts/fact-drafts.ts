/** The facts of a product while they are edited, by their attributes. What has no value is unknown, and isn't saved. */
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { type EditorFact, type FactInput, FactSourceSchema, type ProductFacts } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import { checkFacts, type FactRules } from '#contracts/rules/facts/check-facts.ts'
import { readFactValue } from '#contracts/rules/facts/value-text.ts'

export type FactSource = {
  grade: FactGrade
  sourceUrl: string
  /** '' if the day is not known. */
  readAt: string
  note: string
}
/** `id` is '' until the server has the fact; `value` is `null` or '' while it is unknown, and may be as it was typed. */
export type FactDraft = FactSource & { id: string; value: unknown }
export type FactDrafts = { facts: Readonly<Record<string, readonly FactDraft[]>> }

const toDraft = ({ id, value, grade, sourceUrl, readAt, note }: EditorFact): FactDraft => ({
  id,
  value,
  grade,
  sourceUrl,
  readAt: readAt ?? '',
  note,
})

/** Returns the facts of a product as drafts, those of each attribute in their order. */
export function toDrafts({ facts }: ProductFacts): FactDrafts {
  const groups = Map.groupBy(facts, ({ attribute }) => attribute)
  return { facts: Object.fromEntries([...groups].map(([key, group]) => [key, group.map(toDraft)])) }
}

export const isUnknown = ({ value }: Pick<FactDraft, 'value'>): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')

type Entry = { attribute: string; path: string; draft: FactDraft }

/** Lists what is to be saved, with its place among the drafts: `facts.license.0`. */
const listEntries = ({ facts }: FactDrafts): Entry[] =>
  Object.entries(facts).flatMap(([attribute, drafts]) =>
    drafts.flatMap((draft, index) =>
      isUnknown(draft) ? [] : [{ attribute, path: `facts.${attribute}.${index}`, draft }],
    ),
  )

/** Reads what was typed, such as `16 GB` or `2026年11月`; what can't be read stays, so that the check says why. */
export function readTyped(attribute: Attribute | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || (attribute?.type !== 'number' && attribute?.type !== 'date')) return value
  const read = readFactValue(attribute, value)
  return read !== undefined && 'value' in read ? read.value : value
}

const toInput = ({ attribute, draft }: Entry, attributes: FactRules['attributes']): FactInput => ({
  ...(draft.id === '' ? {} : { id: draft.id }),
  attribute,
  value: readTyped(attributes.get(attribute), draft.value),
  grade: draft.grade,
  sourceUrl: draft.sourceUrl.trim(),
  readAt: draft.readAt === '' ? null : draft.readAt,
  note: draft.note.trim(),
})

/** Returns what a save sends, and what turns the paths of a refusal into those of the drafts. */
export function toInputs(drafts: FactDrafts, attributes: FactRules['attributes']) {
  const entries = listEntries(drafts)
  return {
    facts: entries.map((entry) => toInput(entry, attributes)),
    toDraftErrors: (errors: readonly FieldError[]): FieldError[] =>
      errors.map(({ path, message }) => {
        const [, index = '', ...rest] = path.split('.')
        const entry = entries[Number(index)]
        return { path: entry ? [entry.path, ...rest].join('.') : path, message }
      }),
  }
}

/** Returns what the server would refuse, by the places of the drafts. */
export function checkDrafts(drafts: FactDrafts, rules: FactRules): FieldError[] {
  const { facts, toDraftErrors } = toInputs(drafts, rules.attributes)
  const sourceErrors = facts.flatMap((fact, index) =>
    (FactSourceSchema.safeParse(fact).error?.issues ?? []).map(({ path, message }) => ({
      path: `facts.${index}.${path.join('.')}`,
      message,
    })),
  )
  const { errors } = checkFacts(facts, rules)
  const isNew = ({ path }: FieldError) => !sourceErrors.some((other) => other.path === path)
  return toDraftErrors([...sourceErrors, ...errors.filter(isNew)])
}

/** Returns what is worth a second look, though it can be saved: a certificate that has ended. */
export function findEndedCertificate(value: unknown, today: string): string | undefined {
  if (typeof value !== 'object' || value === null || !('validUntil' in value)) return undefined
  const { validUntil } = value
  return typeof validUntil === 'string' && validUntil !== '' && validUntil < today
    ? TEXTS.certificatePast(validUntil)
    : undefined
}
