/** The words and numbers that people type into the cells of any table, full-width or half-width. */

import { toNfkc } from './normalize-text.ts'

/** Returns a cell's text for comparison: half-width, lower case, without surrounding blanks. */
export const foldCell = (text: string): string => toNfkc(text).trim().toLowerCase()

/** Words for yes and no that every column of that kind accepts. */
export const YES_WORDS: readonly string[] = ['是', 'true', 'yes', 'y', '1', '√', '✓', '✔']
export const NO_WORDS: readonly string[] = ['否', 'false', 'no', 'n', '0', '×', '✗', '✘']

/** Returns whether a cell says yes or no; `undefined` if it says neither. `more` are the words of one column. */
export function parseYesNo(
  raw: unknown,
  more: { yes: readonly string[]; no: readonly string[] } = { yes: [], no: [] },
): boolean | undefined {
  const word = foldCell(String(raw))
  if (YES_WORDS.includes(word) || more.yes.includes(word)) return true
  return NO_WORDS.includes(word) || more.no.includes(word) ? false : undefined
}

const NUMBER = /^([-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(.*)$/

/** Parses `16`, `１２．５`, `1,000` or `16 GB`. Returns the number and what follows it; `undefined` for other texts. */
export function parseNumber(text: string): { number: number; rest: string } | undefined {
  const [, digits, rest = ''] = NUMBER.exec(foldCell(text)) ?? []
  return digits === undefined ? undefined : { number: Number(digits.replaceAll(',', '')), rest }
}
