/** Texts of database rows that are searched by pinyin as well (`text-indexes.ts`): the spellings are stored. */
import { toSyllables } from './dictionaries.ts'
import { foldText, foldTexts } from './fold-text.ts'
import { toPinyinInput } from './pinyin.ts'

/** A run of characters that is spelled as one word, including letters and digits: 78AI助手 is `78aizhushou`. */
const RUN = /[\p{Script=Han}a-z0-9]+/gu
const UNITS = /\p{Script=Han}+|[a-z0-9]+/gu

/** Returns texts, their initials and their full pinyin as one text, one per line. Readings depend on the context. */
export function buildSearchLines(texts: readonly string[]): string {
  const folded = foldTexts(texts)
  const spellings = (folded.match(RUN) ?? []).map(splitUnits)
  const initials = spellings.map((units) => units.map((unit) => unit[0] ?? '').join('')).join(' ')
  return [folded, initials, spellings.map((units) => units.join('')).join(' ')].join('\n')
}

/** Returns the units of a run: the syllables of its characters, and its words of letters and digits unchanged. */
const splitUnits = (run: string): string[] =>
  (run.match(UNITS) ?? []).flatMap((part) => (/^[a-z0-9]/.test(part) ? [part] : toSyllables(part)))

/**
 * Returns the patterns of a query as entered: a text of `buildSearchLines` matches if it contains one of them. There
 * are none for an empty query.
 */
export function buildSearchPatterns(input: string): string[] {
  const query = foldText(input)
  return [...new Set([query, toPinyinInput(query)])].filter((part) => part !== '')
}
