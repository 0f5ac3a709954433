/** Attributes: the properties that can be recorded about products, with their types and where they are shown. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { RevisionSchema } from '../content/revision.ts'
import { ATTRIBUTES, TEXT } from '../limits.ts'
import { foldName } from '../rules/names.ts'
import { requiredName, requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { FACT_MESSAGES as MESSAGES } from './messages.ts'
import {
  ATTRIBUTE_TYPES,
  FILTER_VALUE_LABELS,
  hasChoices,
  isFilterableType,
  NO_CERTIFICATE,
  YES_NO_VALUES,
} from './vocabulary.ts'

/** Names of built-in JavaScript properties, which can't be keys. */
const RESERVED_KEYS = new Set(['constructor', 'prototype'])
/** The key of an attribute in URLs (`f.<key>`), tables and calls; it never changes. */
export const AttributeKeySchema = storedText(MESSAGES.keyFormat)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: MESSAGES.keyFormat, abort: true })
  .max(TEXT.word)
  .refine((key) => !RESERVED_KEYS.has(key), MESSAGES.keyReserved)

const RESERVED_CHOICES = new Set<string>([...Object.keys(FILTER_VALUE_LABELS), ...YES_NO_VALUES, NO_CERTIFICATE, '无'])
/** A choice must not contain the marks that separate choices in a table's cell. */
const ChoiceSchema = requiredName(MESSAGES.choiceMissing, TEXT.word)
  .refine((choice) => !/[\p{Cc}\u2028\u2029、，,；;|｜]/u.test(choice), MESSAGES.choiceFormat)
  .refine((choice) => !RESERVED_CHOICES.has(choice), MESSAGES.choiceReserved)

const CatalogueListSchema = z
  .array(z.enum(CATALOGUES))
  .min(1, MESSAGES.cataloguesMissing)
  .transform((catalogues) => CATALOGUES.filter((catalogue) => catalogues.includes(catalogue)))

const MonthsSchema = z
  .int(MESSAGES.monthsOutOfRange(ATTRIBUTES.staleMonthsMax))
  .min(1, MESSAGES.monthsOutOfRange(ATTRIBUTES.staleMonthsMax))
  .max(ATTRIBUTES.staleMonthsMax, MESSAGES.monthsOutOfRange(ATTRIBUTES.staleMonthsMax))
  .nullable()

const shape = {
  key: AttributeKeySchema,
  label: requiredName(MESSAGES.labelMissing, TEXT.word).refine(
    (label) => !/[\p{Cc}｜：]/u.test(label),
    MESSAGES.labelFormat,
  ),
  group: requiredName(MESSAGES.groupMissing, TEXT.word),
  type: z.enum(ATTRIBUTE_TYPES, MESSAGES.unknownType),
  /** The unit of a number; '' if it has none. */
  unit: storedText().trim().max(TEXT.word),
  /** In display order: the options of a choice or choices, the levels of a certificate. */
  choices: z.array(ChoiceSchema).max(ATTRIBUTES.choices),
  catalogues: CatalogueListSchema,
  /** The categories whose products have this attribute; empty for all. */
  categories: z.array(requiredText(MESSAGES.groupMissing, TEXT.word)).max(ATTRIBUTES.choices),
  isFilter: z.boolean(),
  isCompared: z.boolean(),
  /** Whether it is shown on the cards of lists. */
  isOnCard: z.boolean(),
  /** One sentence on what to enter, shown next to the field. */
  hint: storedText().trim().max(TEXT.line),
  /** Months after its source was read until a fact is stale; `null` for never. */
  staleAfterMonths: MonthsSchema,
}

/** An attribute as public readers get it; lists are in display order. */
export const AttributeSchema = z.object(shape).meta({ id: 'Attribute' })
export type Attribute = z.infer<typeof AttributeSchema>

/** An attribute as an editor saves it, always in full. `isActive: false` hides it and keeps its facts. */
const inputShape = {
  label: shape.label,
  group: shape.group,
  type: shape.type,
  unit: shape.unit.default(''),
  choices: shape.choices.default([]),
  catalogues: shape.catalogues,
  categories: shape.categories.default([]),
  isFilter: shape.isFilter.default(false),
  isCompared: shape.isCompared.default(true),
  isOnCard: shape.isOnCard.default(false),
  hint: shape.hint.default(''),
  staleAfterMonths: MonthsSchema.default(ATTRIBUTES.staleMonths),
  isActive: z.boolean().default(true),
}

type Rules = Pick<Attribute, 'type' | 'unit' | 'choices' | 'isFilter'>

/** Reports settings that contradict the attribute's type. */
function reportTypeConflicts({ type, unit, choices, isFilter }: Rules, context: z.RefinementCtx) {
  const report = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (type !== 'number' && unit !== '') report(['unit'], MESSAGES.unitOnlyNumber)
  if (!hasChoices(type) && choices.length > 0) report(['choices'], MESSAGES.choicesOnly)
  if (hasChoices(type) && type !== 'certificate' && choices.length === 0) report(['choices'], MESSAGES.choicesMissing)
  const foldedChoices = choices.map(foldName)
  for (const [index, choice] of foldedChoices.entries())
    if (foldedChoices.indexOf(choice) < index) report(['choices', index], MESSAGES.duplicateChoice)
  if (isFilter && !isFilterableType(type)) report(['isFilter'], MESSAGES.filterType)
}

/** The input for a new attribute. */
export const AttributeCreateSchema = z
  .object({ key: AttributeKeySchema, ...inputShape })
  .superRefine(reportTypeConflicts)
  .meta({ id: 'AttributeCreate' })
export type AttributeCreate = z.infer<typeof AttributeCreateSchema>

/**
 * The input that replaces an attribute. `renamedChoices` maps stored choices to their new names, which are applied to
 * the facts that use them.
 */
export const AttributeUpdateSchema = z
  .object({ ...inputShape, renamedChoices: z.record(z.string().max(TEXT.word), ChoiceSchema).default({}) })
  .superRefine(reportTypeConflicts)
  .meta({ id: 'AttributeUpdate' })
export type AttributeUpdate = z.infer<typeof AttributeUpdateSchema>

/** An attribute as the back office sees it. */
export const AttributeRecordSchema = z
  .object({
    ...shape,
    isActive: z.boolean(),
    /** The number of products with a fact of this attribute. */
    products: z.int(),
    version: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'AttributeRecord' })
export type AttributeRecord = z.infer<typeof AttributeRecordSchema>

/** Reorders the attributes: all keys in their new order. */
export const AttributeOrderSchema = z.object({ keys: z.array(AttributeKeySchema).max(ATTRIBUTES.max) })

/** The content of a saved attribute, which its revisions store. */
export const AttributeStateSchema = z.object(inputShape)
export type AttributeState = z.infer<typeof AttributeStateSchema>
export const AttributeRevisionSchema = RevisionSchema.extend({ attribute: AttributeStateSchema })
export type AttributeRevision = z.infer<typeof AttributeRevisionSchema>

export const AttributeQuerySchema = z.object({
  catalogue: z
    .enum(CATALOGUES)
    .optional()
    .describe('产品目录：`agent` 为智能体，`ai` 为78AI；不传时为两个目录的全部属性。'),
})
