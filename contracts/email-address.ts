import { z } from 'zod'
import { storedText } from './stored-text.ts'

/**
 * Returns the schema of an email address as forms and server accept it: HTML's own rule, and the maximum length that
 * mail servers accept (RFC 5321 §4.5.3.1). Full-width characters are normalized (NFKC). Takes the messages for an empty
 * and for an invalid address.
 */
export const emailAddress = (empty: string, invalid: string) =>
  storedText(empty)
    .normalize('NFKC')
    .trim()
    .min(1, { error: empty, abort: true })
    .max(254, { error: invalid, abort: true })
    .regex(z.regexes.html5Email, { error: invalid, abort: true })
    .refine((email) => /\.[^.]+$/.test(email.split('@')[1] ?? ''), invalid)
