/** The value of a fact, by its attribute's type. */
import { z } from 'zod'
import '../chinese-issues.ts'
import type { FieldError } from '../errors.ts'
import { FACTS, TEXT } from '../limits.ts'
import { isDay } from '../rules/calendar-day.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { requiredName, requiredText, storedText } from '../stored-text.ts'
import { FACT_MESSAGES as MESSAGES } from './messages.ts'
import { type AttributeType, NO_CERTIFICATE, YES_NO_VALUES } from './vocabulary.ts'

const line = (max: number) => storedText().trim().max(max).refine(isSingleLine, MESSAGES.certificateNotSingleLine)

/**
 * A certificate that a product has. `validUntil` is its last day, `null` if it doesn't expire or the day is unknown.
 */
export const CertificateSchema = z
  .object(
    {
      name: requiredName(MESSAGES.certificateName).refine(isSingleLine, MESSAGES.certificateNotSingleLine),
      level: line(TEXT.word).default(''),
      number: line(TEXT.line).default(''),
      issuer: line(TEXT.line).default(''),
      validUntil: storedText(MESSAGES.validUntil).refine(isDay, MESSAGES.validUntil).nullable().default(null),
    },
    MESSAGES.certificate,
  )
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof CertificateSchema>

/** Accepts a day, or a month if the day is unknown: `2026-11-21`, `2026-11`. */
const isDayOrMonth = (text: string) => isDay(text) || (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`))

/** An attribute's rules for its values; such an object is never mutated. */
export type ValueRules = Readonly<{ type: AttributeType; choices: readonly string[]; unit: string }>

/** The units of which there may be less than nothing; an attribute with one allows negative numbers. */
const SIGNED_UNITS: readonly string[] = ['℃', '°C', '℉', 'dB', 'dBm']

const isUnique = (items: readonly string[]) => new Set(items).size === items.length

/** The schemas by type; their messages list what the attribute allows. */
const SCHEMAS = {
  yesNo: () => z.enum(YES_NO_VALUES, MESSAGES.yesNo),
  choice: ({ choices }) => z.enum([...choices], MESSAGES.choice(choices)),
  /** Sorted in the attribute's order; an empty list means that it is known to have none. */
  choices: ({ choices }) =>
    z
      .array(z.enum([...choices], MESSAGES.choices(choices)), MESSAGES.choices(choices))
      .max(FACTS.choices)
      .refine(isUnique, MESSAGES.choiceSelectedTwice)
      .transform((values) => choices.filter((choice) => values.includes(choice))),
  number: ({ unit }) =>
    z
      .number(MESSAGES.number(unit))
      .min(SIGNED_UNITS.includes(unit) ? -FACTS.number : 0, MESSAGES.numberTooSmall(unit))
      .max(FACTS.number, MESSAGES.numberOutOfRange),
  text: () => requiredText(MESSAGES.text, TEXT.paragraph).refine(isSingleLine, MESSAGES.text),
  date: () => storedText(MESSAGES.date).refine(isDayOrMonth, MESSAGES.date),
  certificate: ({ choices }) =>
    CertificateSchema.refine(({ level }) => choices.length === 0 || level === '' || choices.includes(level), {
      error: MESSAGES.choice(choices),
      path: ['level'],
    }),
} satisfies Record<AttributeType, (rules: ValueRules) => z.ZodType<FactValue>>

/** Cached: creating a schema takes far longer than checking a value, and an import checks hundreds of thousands. */
const schemasByRules = new WeakMap<ValueRules, z.ZodType<FactValue>>()

function getSchema(rules: ValueRules): z.ZodType<FactValue> {
  const schema = schemasByRules.get(rules) ?? SCHEMAS[rules.type](rules)
  schemasByRules.set(rules, schema)
  return schema
}

/** A value of any type, as sent over the wire. */
export const FactValueSchema = z
  .union([z.string(), z.number(), z.array(z.string()), CertificateSchema])
  .describe(
    '按属性类型：支持与否为 `yes`、`partial`、`no`；单选、文本、日期为文本；多选为数组，空数组表示已知没有；数字为数字；证书为对象，`none` 表示已知没有。',
  )
export type FactValue = z.infer<typeof FactValueSchema>

/** Returns the last day of a certificate; `null` if it has none, and for values of other types. */
export const findValidUntil = (value: FactValue): string | null =>
  typeof value === 'object' && 'validUntil' in value ? value.validUntil : null

/**
 * Returns a stored value without validating it fully again, since one page may read thousands; `checkFactValue` did so
 * before it was stored. Throws if it is of no valid type.
 */
export function parseStoredValue(stored: unknown): FactValue {
  if (typeof stored === 'string' || typeof stored === 'number') return stored
  if (Array.isArray(stored) && stored.every((choice) => typeof choice === 'string')) return stored
  return CertificateSchema.parse(stored)
}

/**
 * Validates a value by the rules of its attribute. Returns it as it is stored (trimmed, choices in the attribute's
 * order), or every error with its path within the value ('' is the value itself).
 */
export function checkFactValue(rules: ValueRules, raw: unknown): { value: FactValue } | { errors: FieldError[] } {
  if (rules.type === 'certificate' && raw === NO_CERTIFICATE) return { value: NO_CERTIFICATE }
  const { success, data, error } = getSchema(rules).safeParse(raw)
  if (success) return { value: data }
  return { errors: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
}
