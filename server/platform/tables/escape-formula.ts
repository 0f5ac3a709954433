/**
 * Spreadsheets interpret a text that starts with one of these as a formula, which could send data or start a program
 * (CSV injection, OWASP). Chinese and Japanese versions interpret full-width signs, too.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/
const GUARDED_START = /^'+[=+\-@\t\r\n＝＋－＠]/
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns a text that every spreadsheet displays as text, by prefixing potential formulas with `'`. Plain negative
 * numbers stay unchanged.
 */
export const escapeFormula = (text: string): string =>
  FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text

/** Removes the prefix that `escapeFormula` adds. */
export const unescapeFormula = (text: string): string => (GUARDED_START.test(text) ? text.slice(1) : text)
