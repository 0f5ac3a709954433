/** Facts: the recorded values of a product's attributes, with their sources and dates. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { FACTS, TEXT } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { isDay } from '../rules/calendar-day.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { storedText } from '../stored-text.ts'
import { AttributeKeySchema } from './attribute.ts'
import { FactValueSchema } from './fact-value.ts'
import { FACT_MESSAGES as MESSAGES } from './messages.ts'
import { ATTRIBUTE_TYPES, FACT_ACTIONS, FACT_GRADES, STALE_REASONS } from './vocabulary.ts'

/** The http or https URL of a source; '' if there is none. */
export const SourceUrlSchema = storedText()
  .trim()
  .max(TEXT.link)
  .refine((input) => input === '' || isWebUrl(input), MESSAGES.source)

/** Accepts absolute http or https URLs without credentials. */
function isWebUrl(input: string): boolean {
  if (!/^https?:\/\//i.test(input) || /[\s\p{Cc}\\]/u.test(input)) return false
  const url = URL.parse(input)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

const ReadAtSchema = storedText(MESSAGES.readAt).refine(isDay, MESSAGES.readAt)
const NoteSchema = storedText().trim().max(FACTS.note).refine(isSingleLine, MESSAGES.text)

/** Whether a list of choices is complete; otherwise a choice that is missing from it is unknown. */
const isComplete = z.boolean().describe('多选的清单是否完整。不完整的清单没有列出的，是未知，不是没有。')

/** The source of a fact. `readAt` is the day on which the source was read or the fact confirmed, `null` if unknown. */
const provenance = {
  grade: z.enum(FACT_GRADES, MESSAGES.grade),
  sourceUrl: SourceUrlSchema,
  readAt: ReadAtSchema.nullable(),
  note: NoteSchema,
}

/** The source of a fact, as a line of a table states it. */
export const FactSourceSchema = z.object(provenance)
export type FactSourceInput = z.infer<typeof FactSourceSchema>

/**
 * A fact as every visitor gets it. If sources disagree, an attribute has several facts, the preferred one first (better
 * grade, then later reading). An attribute without facts is unknown, which doesn't mean "no".
 */
export const FactSchema = z
  .object({
    id: z.string(),
    attribute: AttributeKeySchema,
    label: z.string(),
    group: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    value: FactValueSchema,
    isComplete,
    unit: z.string(),
    ...provenance,
    isStale: z.boolean(),
    staleReason: z.enum(STALE_REASONS).nullable(),
    /** Whether another fact of the attribute contradicts it. */
    isDisputed: z.boolean(),
  })
  .meta({ id: 'Fact' })
export type Fact = z.infer<typeof FactSchema>

/** A fact as an editor gets it, with the user who last entered or confirmed it; includes facts of hidden attributes. */
export const EditorFactSchema = FactSchema.extend({
  by: UserReferenceSchema.nullable(),
  updatedAt: z.iso.datetime(),
}).meta({ id: 'EditorFact' })
export type EditorFact = z.infer<typeof EditorFactSchema>

/**
 * A fact as an editor saves it. `id` names the fact that it replaces; a new one has none. The value is validated by the
 * rules of its attribute (`checkFactValue`).
 */
export const FactInputSchema = z
  .object({
    id: storedText().max(TEXT.word).optional(),
    attribute: AttributeKeySchema,
    value: z.unknown(),
    isComplete: isComplete.default(false),
    grade: provenance.grade,
    sourceUrl: SourceUrlSchema.default(''),
    readAt: provenance.readAt.default(null),
    note: NoteSchema.default(''),
  })
  .meta({ id: 'FactInput' })
export type FactInput = z.infer<typeof FactInputSchema>

/** All facts of a product: a save removes those that it leaves out, except facts of hidden attributes. */
export const FactsInputSchema = z.object({ facts: z.array(FactInputSchema).max(FACTS.perProduct) })
export type FactsInput = z.infer<typeof FactsInputSchema>

/** The facts of a product as the back office reads them. */
export const ProductFactsSchema = z
  .object({
    productId: z.string(),
    productName: z.string(),
    /** The day on which a fact was last changed or confirmed; `null` if there has never been one. */
    updatedOn: z.iso.date().nullable(),
    facts: z.array(EditorFactSchema),
  })
  .meta({ id: 'ProductFacts' })
export type ProductFacts = z.infer<typeof ProductFactsSchema>

/** A fact as a vendor submits it: always 厂商自述, dated on the day of the submission. */
export const SubmittedFactSchema = z.object({
  attribute: AttributeKeySchema,
  value: z.unknown(),
  isComplete: isComplete.default(false),
  sourceUrl: SourceUrlSchema.default(''),
  note: NoteSchema.default(''),
})
export type SubmittedFact = z.infer<typeof SubmittedFactSchema>
export const SubmittedFactsSchema = z.array(SubmittedFactSchema).max(FACTS.perSubmission)

/**
 * A submitted fact as reviewers read it. `problem` is the reason why an approval skips it, such as an attribute that
 * has changed since the submission; '' if there is none. With a problem, `value` is as it was submitted.
 */
export const SubmittedFactRecordSchema = z
  .object({
    attribute: z.string(),
    label: z.string(),
    group: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    unit: z.string(),
    value: outsiderText(z.unknown()),
    isComplete,
    sourceUrl: outsiderText(),
    note: outsiderText(),
    problem: outsiderText(),
  })
  .meta({ id: 'SubmittedFactRecord' })
export type SubmittedFactRecord = z.infer<typeof SubmittedFactRecordSchema>

/** One side of a change: the fact before or after it. */
export const FactStateSchema = z.object({
  value: FactValueSchema,
  isComplete: isComplete.default(false),
  ...provenance,
})
export type FactState = z.infer<typeof FactStateSchema>

/** One entry of a product's change log. `by` is `null` for visitors, and for changes by the system itself. */
export const FactChangeSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.enum(FACT_ACTIONS),
    attribute: z.string(),
    /** The current label and unit; the key and '' if the attribute no longer exists. */
    label: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    unit: z.string(),
    before: FactStateSchema.nullable(),
    after: FactStateSchema.nullable(),
    by: UserReferenceSchema.nullable(),
  })
  .meta({ id: 'FactChange' })
export type FactChange = z.infer<typeof FactChangeSchema>

/** A change among those of all products. */
export const ProductFactChangeSchema = FactChangeSchema.extend({ productId: z.string() }).meta({
  id: 'ProductFactChange',
})
export type ProductFactChange = z.infer<typeof ProductFactChangeSchema>

/**
 * A confirmation: the source was read again and still supports the value. `readAt` defaults to today; `sourceUrl`,
 * `grade` and `note` replace the fact's if given.
 */
export const FactConfirmationSchema = z.object({
  readAt: ReadAtSchema.optional(),
  grade: provenance.grade.optional(),
  sourceUrl: SourceUrlSchema.optional(),
  note: NoteSchema.optional(),
})
export type FactConfirmation = z.infer<typeof FactConfirmationSchema>
