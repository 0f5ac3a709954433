/**
 * The words by which an index (`text-search.ts`) finds Chinese by letters: the spellings that begin at a character, in
 * full or by first letters, and all pairs of letters. A search that is no longer than a spelling is found by it alone.
 */

const SPELLED = 6
const SPELLING = 'l'
const PAIR = 'p'
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
  const { initials, syllables } = splitLetters(text)
  const grams = new Set<string>()
  for (const run of syllables.split(' ')) {
    // What isn't spelled in letters is typed by nobody as such, and parts what stands beside it.
    const units = run
      .split("'")
      .slice(1)
      .map((unit) => (/^[a-z0-9]+$/.test(unit) ? unit : ''))
    addPairs(grams, units.join(''))
    for (let index = 0; index < units.length; index += 1)
      for (const spelling of spell(units, index, SPELLED)) if (spelling !== '') grams.add(SPELLING + spelling)
  }
  for (const run of initials.split(' ')) addPairs(grams, run)
  return [...grams]
}

function addPairs(grams: Set<string>, letters: string): void {
  for (const [index, letter] of [...letters].entries()) {
    const pair = (letters[index - 1] ?? '') + letter
    if (/^[a-z0-9]{2}$/.test(pair)) grams.add(PAIR + pair)
  }
}

/** Returns what the units from one on can be typed as, cut after so many letters. */
function spell(units: readonly string[], index: number, length: number): Set<string> {
  const unit = units[index] ?? ''
  if (length === 0 || unit === '') return new Set([''])
  const spellings = new Set<string>()
  for (const typed of new Set([unit.slice(0, length), unit.slice(0, 1)])) {
    if (typed.length < unit.length && typed.length === length) spellings.add(typed)
    else for (const rest of spell(units, index + 1, length - typed.length)) spellings.add(typed + rest)
  }
  return spellings
}

/** Returns whether what `listLetterWords` finds is what letters find, and needs no second look. */
export const isSpellingExact = (letters: string): boolean => letters.length <= SPELLED

/** Returns the words that all texts have which letters find; the first may be the beginning of one. */
export function listLetterWords(letters: string): { beginning: string; whole: string[] } {
  const beginning = SPELLING + letters.slice(0, SPELLED)
  if (isSpellingExact(letters)) return { beginning, whole: [] }
  const pairs = new Set(
    Array.from({ length: letters.length - 1 }, (_, index) => PAIR + letters.slice(index, index + 2)),
  )
  return { beginning, whole: [...pairs] }
}
