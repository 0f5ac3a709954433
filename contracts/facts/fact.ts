/** Facts: what is known of a product's attribute, on what it rests, and since when. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { AuthorSchema } from '../content/revision.ts'
import { FACTS, TEXT } from '../limits.ts'
import { isDay } from '../rules/calendar-day.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { storedText } from '../stored-text.ts'
import { AttributeKeySchema } from './attribute.ts'
import { FactValueSchema } from './fact-value.ts'
import { FACT_MESSAGES as TEXTS } from './messages.ts'
import { ATTRIBUTE_TYPES, FACT_ACTIONS, FACT_GRADES, STALE_REASONS } from './vocabulary.ts'

/** An http or https address of a source; '' if there is none. */
const SourceUrlSchema = storedText()
  .trim()
  .max(TEXT.link)
  .refine((address) => address === '' || isWebAddress(address), TEXTS.source)

/** A full http or https address without credentials. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || /[\s\p{Cc}\\]/u.test(address)) return false
  const url = URL.parse(address)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

const ReadAtSchema = storedText(TEXTS.readAt).refine(isDay, TEXTS.readAt)
const NoteSchema = storedText().trim().max(FACTS.note).refine(isSingleLine, TEXTS.text)

/** On what a fact rests. `readAt` is the day on which its source was read or the fact confirmed, `null` if unknown. */
const provenance = {
  grade: z.enum(FACT_GRADES, TEXTS.grade),
  sourceUrl: SourceUrlSchema,
  readAt: ReadAtSchema.nullable(),
  note: NoteSchema,
}

/** The source of a fact, as a line of a table says it. */
export const FactSourceSchema = z.object(provenance)

/**
 * A fact as every visitor gets it. An attribute has several if sources disagree: the one to go by stands first (the
 * better grade, then the later reading). Attributes without facts are unknown, which is not "no".
 */
export const FactSchema = z
  .object({
    id: z.string(),
    attribute: AttributeKeySchema,
    label: z.string(),
    group: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    value: FactValueSchema,
    unit: z.string(),
    ...provenance,
    isStale: z.boolean(),
    staleReason: z.enum(STALE_REASONS).nullable(),
    /** Another fact of the attribute says something else. */
    isDisputed: z.boolean(),
  })
  .meta({ id: 'Fact' })
export type Fact = z.infer<typeof FactSchema>

/** A fact as an editor gets it: with who entered or confirmed it last, also of hidden attributes. */
export const EditorFactSchema = FactSchema.extend({
  by: AuthorSchema.nullable(),
  updatedAt: z.iso.datetime(),
}).meta({ id: 'EditorFact' })
export type EditorFact = z.infer<typeof EditorFactSchema>

/**
 * A fact as an editor writes it. `id` names the fact that it replaces; a new one has none. The value is checked by the
 * rules of its attribute (`checkFactValue`).
 */
export const FactInputSchema = z
  .object({
    id: storedText().max(TEXT.word).optional(),
    attribute: AttributeKeySchema,
    value: z.unknown(),
    grade: provenance.grade,
    sourceUrl: SourceUrlSchema.default(''),
    readAt: provenance.readAt.default(null),
    note: NoteSchema.default(''),
  })
  .meta({ id: 'FactInput' })
export type FactInput = z.infer<typeof FactInputSchema>

/** All facts of a product: those that a save leaves out are removed. Facts of hidden attributes stay. */
export const FactsInputSchema = z.object({ facts: z.array(FactInputSchema).max(FACTS.perProduct) })
export type FactsInput = z.infer<typeof FactsInputSchema>

/** The facts of a product as the back office reads them, beside the attributes that it may have. */
export const ProductFactsSchema = z
  .object({
    productId: z.string(),
    productName: z.string(),
    /** The day on which facts last changed or were confirmed, `null` if there never was one. */
    updatedOn: z.iso.date().nullable(),
    facts: z.array(EditorFactSchema),
  })
  .meta({ id: 'ProductFacts' })
export type ProductFacts = z.infer<typeof ProductFactsSchema>

/** A fact as a vendor hands it in: always 厂商自述, of the day of the submission. */
export const SubmittedFactSchema = z.object({
  attribute: AttributeKeySchema,
  value: z.unknown(),
  sourceUrl: SourceUrlSchema.default(''),
  note: NoteSchema.default(''),
})
export type SubmittedFact = z.infer<typeof SubmittedFactSchema>
export const SubmittedFactsSchema = z.array(SubmittedFactSchema).max(FACTS.perSubmission)

/**
 * A submitted fact as reviewers read it. `problem` says why an approval passes it over: its attribute is another now
 * than when it was submitted; '' if it fits. `value` is then as it was sent.
 */
export const SubmittedFactRecordSchema = z
  .object({
    attribute: z.string(),
    label: z.string(),
    group: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    unit: z.string(),
    value: z.unknown(),
    sourceUrl: z.string(),
    note: z.string(),
    problem: z.string(),
  })
  .meta({ id: 'SubmittedFactRecord' })
export type SubmittedFactRecord = z.infer<typeof SubmittedFactRecordSchema>

/** One side of a change: a fact as it was or became. */
export const FactStateSchema = z.object({ value: FactValueSchema, ...provenance })
export type FactState = z.infer<typeof FactStateSchema>

/** One entry of a product's update record. `by` is `null` for visitors, and for the system itself. */
export const FactChangeSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.enum(FACT_ACTIONS),
    attribute: z.string(),
    /** The label and unit of today, or the key and '' if there is no such attribute any more. */
    label: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    unit: z.string(),
    before: FactStateSchema.nullable(),
    after: FactStateSchema.nullable(),
    by: AuthorSchema.nullable(),
  })
  .meta({ id: 'FactChange' })
export type FactChange = z.infer<typeof FactChangeSchema>

/**
 * A confirmation: the source was read again and still says so. `readAt` is today if not given; a `sourceUrl`, `grade` or
 * `note` replaces the fact's.
 */
export const FactConfirmationSchema = z.object({
  readAt: ReadAtSchema.optional(),
  grade: provenance.grade.optional(),
  sourceUrl: SourceUrlSchema.optional(),
  note: NoteSchema.optional(),
})
export type FactConfirmation = z.infer<typeof FactConfirmationSchema>
