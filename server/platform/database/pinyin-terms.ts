/**
 * The index terms (`text-search.ts`) for finding Chinese by pinyin: the spellings that start at each character, in full
 * or by initials, cut to a maximum length. A search up to that length needs no further check.
 */

const SPELLING_LENGTH = 6
const TERM_PREFIX = 'l'
const FORM_SEPARATOR = '\n'

/** The pinyin of a text (`SearchText`). */
type Pinyin = { initials: string; syllables: string }

/** Returns the pinyin as one text, as stored in a search row. */
export const joinPinyin = ({ initials, syllables }: Pinyin): string => initials + FORM_SEPARATOR + syllables

export function splitPinyin(text: string): Pinyin {
  const [initials = '', syllables = ''] = text.split(FORM_SEPARATOR, 2)
  return { initials, syllables }
}

/**
 * Returns the distinct index terms of joined pinyin, whose units are syllables and words. Long texts are repetitive, so
 * each window of units is expanded only once; a window needs no more units than a spelling has letters.
 */
export function toPinyinTerms(text: string): string[] {
  const { syllables } = splitPinyin(text)
  const terms = new Set<string>()
  const expandedWindows = new Set<string>()
  const symbols = new Map<string, string>()
  for (const run of syllables.split(' ')) {
    const units = run.split("'").slice(1)
    const encodedUnits = units.map((unit) => getSymbol(symbols, unit)).join('')
    for (let index = 0; index < units.length; index += 1) {
      const windowKey = encodedUnits.slice(index, index + SPELLING_LENGTH)
      if (expandedWindows.has(windowKey)) continue
      expandedWindows.add(windowKey)
      // Units without letters are never typed as pinyin, and end a spelling.
      const spellable = units
        .slice(index, index + SPELLING_LENGTH)
        .map((unit) => (LATIN_OR_DIGITS_ONLY.test(unit) ? unit : ''))
      addSpellings(terms, spellable, 0, '')
    }
  }
  return [...terms]
}

/**
 * Returns a character that represents a unit. UTF-16 has more of them than the longest text has units (`TEXT.long`).
 */
function getSymbol(symbols: Map<string, string>, unit: string): string {
  const symbol = symbols.get(unit) ?? String.fromCharCode(symbols.size)
  symbols.set(unit, symbol)
  return symbol
}

const LATIN_OR_DIGITS_ONLY = /^[a-z0-9]+$/

/**
 * Adds the spellings of `prefix` followed by the units from `index` on, each in full or as its initial, cut to length.
 */
function addSpellings(terms: Set<string>, units: readonly string[], index: number, prefix: string): void {
  const unit = units[index] ?? ''
  if (unit === '' || prefix.length === SPELLING_LENGTH) {
    if (prefix !== '') terms.add(TERM_PREFIX + prefix)
    return
  }
  addSpellings(terms, units, index + 1, (prefix + unit).slice(0, SPELLING_LENGTH))
  if (unit.length > 1) addSpellings(terms, units, index + 1, prefix + unit.slice(0, 1))
}

/** Returns whether the texts matching `getSpelling` all match the letters, so that no further check is needed. */
export const isSpellingExact = (letters: string): boolean => letters.length <= SPELLING_LENGTH

/** Returns the term prefix that every text matching the letters contains. */
export const getSpelling = (letters: string): string => TERM_PREFIX + letters.slice(0, SPELLING_LENGTH)

/** Returns whether the result of `getSpelling` is a complete term rather than a prefix, having the maximum length. */
export const isCompleteSpelling = (letters: string): boolean => letters.length >= SPELLING_LENGTH
