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

/** Returns the words of joined letters, each once. */
export function toLetterGrams(text: string): string[] {
  const { syllables } = splitLetters(text)
  const grams = new Set<string>()
  for (const run of syllables.split(' ')) {
    // What isn't spelled in letters is typed by nobody as such, and parts what stands beside it.
    const units = run
      .split("'")
      .slice(1)
      .map((unit) => (TYPED.test(unit) ? unit : ''))
    for (let index = 0; index < units.length; index += 1) addSpellings(grams, units, index, '')
  }
  return [...grams]
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
