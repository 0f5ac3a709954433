/**
 * The words by which an index (`text-search.ts`) finds Chinese by letters: the spellings that begin at a character, in
 * full or by first letters. A search that is no longer than a spelling is found by it alone.
 */

const SPELLED = 6
const SPELLING = 'l'
const BETWEEN_FORMS = '\n'

/** The letters of a text (`SearchText`). */
type Letters = { initials: string; syllables: string }

/** Returns the letters as one text, for a row that is found by them. */
export const joinLetters = ({ initials, syllables }: Letters): string => initials + BETWEEN_FORMS + syllables

export function splitLetters(text: string): Letters {
  const [initials = '', syllables = ''] = text.split(BETWEEN_FORMS, 2)
  return { initials, syllables }
}

/**
 * Returns the words of joined letters, each once. A long text says the same again and again: what spellings can begin
 * with is looked at once, and none goes beyond as many units as it has letters.
 */
export function toLetterGrams(text: string): string[] {
  const { syllables } = splitLetters(text)
  const grams = new Set<string>()
  const begun = new Set<string>()
  const symbols = new Map<string, string>()
  for (const run of syllables.split(' ')) {
    const units = run.split("'").slice(1)
    const written = units.map((unit) => getSymbol(symbols, unit)).join('')
    for (let index = 0; index < units.length; index += 1) {
      const beginning = written.slice(index, index + SPELLED)
      if (begun.has(beginning)) continue
      begun.add(beginning)
      // What isn't spelled in letters is typed by nobody as such, and parts what stands beside it.
      const spelled = units.slice(index, index + SPELLED).map((unit) => (TYPED.test(unit) ? unit : ''))
      addSpellings(grams, spelled, 0, '')
    }
  }
  return [...grams]
}

/** Returns a character for a unit: there are more of them than characters in the longest text (`TEXT.long`). */
function getSymbol(symbols: Map<string, string>, unit: string): string {
  const known = symbols.get(unit) ?? String.fromCharCode(symbols.size)
  symbols.set(unit, known)
  return known
}

const TYPED = /^[a-z0-9]+$/

/** Adds what the units from one on can be typed as behind a beginning: in full or by first letters, cut at the end. */
function addSpellings(grams: Set<string>, units: readonly string[], index: number, beginning: string): void {
  const unit = units[index] ?? ''
  if (unit === '' || beginning.length === SPELLED) {
    if (beginning !== '') grams.add(SPELLING + beginning)
    return
  }
  addSpellings(grams, units, index + 1, (beginning + unit).slice(0, SPELLED))
  if (unit.length > 1) addSpellings(grams, units, index + 1, beginning + unit.slice(0, 1))
}

/** Returns whether what `getSpelling` finds is what letters find, and needs no second look. */
export const isSpellingExact = (letters: string): boolean => letters.length <= SPELLED

/** Returns what a word of all texts begins with that letters find. */
export const getSpelling = (letters: string): string => SPELLING + letters.slice(0, SPELLED)

/** Returns whether what `getSpelling` returns can only be a whole word: no word is longer. */
export const isWholeSpelling = (letters: string): boolean => letters.length >= SPELLED
