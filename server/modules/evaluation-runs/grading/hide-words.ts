/** Hides the names of candidates, vendors and models in replies that people read without knowing whose they are. */
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { findNames, indexNames, type NameIndex } from './find-names.ts'

const HIDDEN = '▇▇'

/** A character with the marks that combine with it, which are folded together. */
const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu
/** What may stand between the characters of a name, such as in **Deep**-Seek or “通 义”. */
const SEPARATORS = /[\s\p{P}\p{S}]/gu
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Shorter names of letters are hidden only where they stand alone: otherwise `glm` would be found in many words. */
const LETTERS_MIN = 4
/** Names that were hidden may join others around them: `De▇▇ep`. Deeper than this, nobody writes by mistake. */
const ROUNDS_MAX = 16

/** Folded characters: replies have few different ones. */
const foldedCharacters = new Map<string, string>()
const CHARACTERS_MAX = 20_000

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const folded = foldText(character).replaceAll(SEPARATORS, '')
  if (foldedCharacters.size < CHARACTERS_MAX) foldedCharacters.set(character, folded)
  return folded
}

/** The part of the original that a unit of a folded text stands for. */
type Origin = { start: number; end: number; isAfterSeparator: boolean }
/** A text as searches fold it, without separators; `origins` are those of its UTF-16 units. */
type Folded = { text: string; origins: Origin[] }

function fold(original: string): Folded {
  const parts: string[] = []
  const origins: Origin[] = []
  let isAfterSeparator = true
  for (const { 0: character, index } of original.matchAll(CHARACTERS)) {
    const part = foldCharacter(character)
    // Invisible characters fold to nothing, and separate nothing.
    if (part === '') isAfterSeparator ||= character.search(SEPARATORS) !== -1
    parts.push(part)
    for (let unit = 0; unit < part.length; unit += 1) {
      origins.push({ start: index, end: index + character.length, isAfterSeparator })
      isAfterSeparator = false
    }
  }
  return { text: parts.join(''), origins }
}

/** Returns the test whether what was found is a name, and not a part of other words. It takes the same time for any match. */
function createNameTest({ text, origins }: Folded): (start: number, end: number) => boolean {
  const isLetter = origins.map((_origin, unit) => LETTER.test(text.charAt(unit)))
  const separators = [0]
  for (const [unit, { isAfterSeparator }] of origins.entries())
    separators.push((separators[unit] ?? 0) + Number(isAfterSeparator))
  const isSeparated = (unit: number) => origins[unit]?.isAfterSeparator === true

  return (start, end) => {
    const spansWords = (separators[end] ?? 0) > (separators[start + 1] ?? 0)
    const isShort = end - start < LETTERS_MIN && isLetter.slice(start, end).every(Boolean)
    if (!(isShort || spansWords)) return true
    const begins = !isLetter[start] || !isLetter[start - 1] || isSeparated(start)
    const ends = !isLetter[end - 1] || !isLetter[end] || isSeparated(end)
    return begins && ends
  }
}

/** Hides what is found at first sight. */
function hideOnce(text: string, names: NameIndex): string {
  const folded = fold(text)
  const { origins } = folded
  const ranges = findNames(folded.text, names, createNameTest(folded))
    .map(({ start, end }) => ({ start: origins[start]?.start ?? 0, end: origins[end - 1]?.end ?? 0 }))
    .sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let hiddenUntil = 0
  for (const { start, end } of ranges) {
    if (start >= hiddenUntil) parts.push(text.slice(hiddenUntil, start), HIDDEN)
    hiddenUntil = Math.max(hiddenUntil, end)
  }
  return [...parts, text.slice(hiddenUntil)].join('')
}

const SEVERAL_HIDDEN = new RegExp(`(?:${HIDDEN}){2,}`, 'g')

/**
 * Returns a function that replaces each of the words in a text by the same sign, whatever its case, width, script
 * (traditional or simplified) and the separators and invisible characters in it. Adjacent words are replaced by one sign. A
 * text whose names are nested too deeply is replaced as a whole.
 */
export function createHiding(words: readonly string[]): (text: string) => string {
  const names = indexNames(words.map((word) => fold(word).text))
  return (text) => {
    let hidden = text
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      // A name may stand alone only once the one before it is hidden.
      const next = hideOnce(hidden, names)
      if (next === hidden) return hidden
      hidden = next.replaceAll(SEVERAL_HIDDEN, HIDDEN)
    }
    return HIDDEN
  }
}
