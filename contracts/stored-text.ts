import { z } from 'zod'
import './chinese-issues.ts'
import { TEXT } from './limits.ts'
import { MESSAGES } from './messages/general.ts'
import { normalizeName } from './rules/names.ts'
import { withoutDirectionControls, withoutInvisibleCharacters } from './rules/single-line.ts'
import { isStorable } from './rules/storable-text.ts'

/**
 * A text that every database can store, without direction controls: the base of all input texts. `missing` is the
 * message for absent values; if it were passed to Zod directly, it would also be used for texts that are too long.
 */
export const storedText = (missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .refine(isStorable, { error: MESSAGES.unstorableText, abort: true })
    .overwrite(withoutDirectionControls)

/** A character that is visible, unlike blanks, zero-width characters, and the fillers of Hangul and Braille. */
const VISIBLE_CHARACTER = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether a text has a visible character. Nobody can read or click a name without one. */
export const hasVisibleText = (text: string): boolean => VISIBLE_CHARACTER.test(text)

/**
 * A trimmed text of 1 to `max` characters. `missing` is the message for absent and blank values, and for those without
 * a visible character.
 */
export const requiredText = (missing: string, max: number = TEXT.line) =>
  storedText(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .refine(hasVisibleText, { error: missing, abort: true })
    .max(max)

/**
 * The name of a person, company, product, category or attribute, in its normal form (`normalizeName`). It may be ''. A
 * name that was stored otherwise stays so until it is saved again, which is rejected if another product then has the
 * same name.
 */
export const nameText = (missing?: string) => storedText(missing).overwrite(normalizeName).trim()

/** A name of 1 to `max` characters. `missing` is the message for absent and blank values. */
export const requiredName = (missing: string, max: number = TEXT.line) =>
  nameText(missing)
    .min(1, { error: missing, abort: true })
    .refine(hasVisibleText, { error: missing, abort: true })
    .max(max)

/** The text that a list is searched for, without invisible characters; '' matches everything. */
export const searchInput = () => storedText().overwrite(withoutInvisibleCharacters).trim().max(TEXT.line).default('')
