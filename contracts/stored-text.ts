import { z } from 'zod'
import './chinese-issues.ts'
import { TEXT } from './limits.ts'
import { MESSAGES } from './messages/general.ts'
import { isStorable } from './rules/storable-text.ts'

/**
 * A text that every database can keep: what each text of an input begins with. `missing` is said where it is absent or
 * no text; given to Zod as it is, it would be said of a text that is too long as well.
 */
export const storedText = (missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .refine(isStorable, { error: MESSAGES.unstorableText, abort: true })

/** A trimmed text of 1 to `max` characters. `missing` is said where it is absent, no text, or blank. */
export const requiredText = (missing: string, max: number = TEXT.line) =>
  storedText(missing).trim().min(1, { error: missing, abort: true }).max(max)
