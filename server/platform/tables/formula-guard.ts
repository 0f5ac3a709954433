/**
 * A spreadsheet takes a text that begins with one of these for a formula, also one that a stranger wrote: it could
 * call out, or start a program (OWASP, CSV injection). Chinese and Japanese versions take the full-width signs, too.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARDED_START = /^'+[=+\-@\t\r\n＝＋－＠]/
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns a text that every spreadsheet shows as text: `'` before what could be a formula. A plain negative number
 * stays.
 */
export const guardFormula = (text: string): string =>
  FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text

/** Removes the prefix that `guardFormula` adds, and nothing else. */
export const unguardFormula = (text: string): string => (GUARDED_START.test(text) ? text.slice(1) : text)
