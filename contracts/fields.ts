import { z } from 'zod'
import { LIST, STEP, TEXT } from './limits.ts'
import { isSafeLink } from './rules/safe-link.ts'
import { withoutLineBreaks } from './rules/single-line.ts'
import { nameText, storedText } from './stored-text.ts'
import { BUTTON_STYLES, COLORS } from './vocabulary.ts'

export const STEP_TOO_LOW = `序号不能小于${STEP.first}`

/**
 * A text of at most `max` characters that defaults to ''. Up to the length of a line, it is one: line breaks and other control
 * characters become spaces.
 */
export const text = (max: number = TEXT.line) =>
  (max > TEXT.line ? storedText() : storedText().overwrite(withoutLineBreaks)).max(max).default('')
export const flag = (defaultValue = false) => z.boolean().default(defaultValue)
export const paragraph = () => text(TEXT.paragraph)

/** A list of at most `max` items that defaults to an empty list. */
export const list = <Item extends z.ZodType>(item: Item, max: number = LIST.short) => z.array(item).max(max).default([])
export const textList = (max: number = LIST.short) => list(storedText().max(TEXT.paragraph), max)
/** A list of categories or other names that values of products are compared with. */
export const nameList = () => list(nameText().max(TEXT.paragraph))

/** An object that preserves unknown keys; sections of documents add `.prefault({})`, so that they may be absent. */
export const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape)

/** The rule of `isSafeLink`, for hints and messages. */
export const LINK_RULE = 'http、https、mailto、tel 地址，站内路径（以 / 开头）或 #'
export const UNSAFE_LINK = `链接只能是 ${LINK_RULE}`
export const LinkSchema = storedText().max(TEXT.link).refine(isSafeLink, UNSAFE_LINK).default('')

export const IconSchema = storedText().max(TEXT.word).default('')
export const ColorSchema = z.enum(COLORS).default('blue')

export const ButtonSchema = looseObject({
  text: text(),
  link: LinkSchema,
  style: z.enum(BUTTON_STYLES).default('primary'),
}).meta({ id: 'Button' })
export type Button = z.infer<typeof ButtonSchema>

export const StatisticSchema = looseObject({
  value: text(),
  label: text(),
  description: paragraph(),
  color: ColorSchema,
}).meta({ id: 'Statistic' })
export type Statistic = z.infer<typeof StatisticSchema>

export const PageInfoSchema = looseObject({ title: text(), subtitle: paragraph() })
  .prefault({})
  .meta({ id: 'PageInfo' })

export const CallToActionSchema = looseObject({
  title: text(),
  description: paragraph(),
  buttons: list(ButtonSchema),
})
  .prefault({})
  .meta({ id: 'CallToAction' })
export type CallToAction = z.infer<typeof CallToActionSchema>

/** A step's number; anything that isn't a number becomes 1. Older documents may contain 0 (`listStepErrors`). */
export const StepNumberSchema = z
  .preprocess(toIntegerOr(STEP.first), z.int().min(0, STEP_TOO_LOW).max(STEP.last))
  .default(STEP.first)

/** A numbered step of a process. */
export const StepSchema = looseObject({
  stepNumber: StepNumberSchema,
  title: text(),
  description: paragraph(),
  color: ColorSchema,
}).meta({ id: 'Step' })

/** Returns a function that converts a form value to an integer, or to `fallback` if it isn't one. */
export function toIntegerOr(fallback: number) {
  return (value: unknown): unknown => {
    if (typeof value !== 'string') return value === null || Number.isNaN(value) ? fallback : value
    const parsed = Number.parseInt(value, 10)
    return Number.isNaN(parsed) ? fallback : parsed
  }
}

export const CountSchema = z.preprocess(toIntegerOr(0), z.int().min(0).max(10_000_000)).default(0)
export const ScoreSchema = z.preprocess(toIntegerOr(0), z.int().min(0).max(100)).default(0)
