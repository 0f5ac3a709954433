/** Hides the names of candidates, vendors and models in replies that people read without knowing whose they are. */
import { foldText } from '#server/platform/search-text/fold-text.ts'

const HIDDEN = '▇▇'

/** A character with the marks that combine with it, which are folded together. */
const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu
/** What may stand between the characters of a name, such as in **Deep**-Seek or “通 义”. */
const SEPARATORS = /[\s\p{P}\p{S}]/gu
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Shorter names of letters are hidden only where they stand alone: otherwise `glm` would be found in many words. */
const LETTERS_MIN = 4

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

/** Returns whether no letter goes on before or after a match without a separator. */
function standsAlone({ text, origins }: Folded, start: number, end: number): boolean {
  const isLetter = (index: number) => LETTER.test(text.charAt(index))
  const begins = !isLetter(start) || !isLetter(start - 1) || origins[start]?.isAfterSeparator === true
  const ends = !isLetter(end - 1) || !isLetter(end) || origins[end]?.isAfterSeparator === true
  return begins && ends
}

const isShortName = (word: string): boolean =>
  word.length < LETTERS_MIN && [...word].every((character) => LETTER.test(character))

/** Lists where a folded word stands in a text, as ranges of the original. */
function findWord(folded: Folded, word: string): [start: number, end: number][] {
  const ranges: [number, number][] = []
  if (word === '') return ranges
  const { text, origins } = folded
  for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
    const end = start + word.length
    const spansWords = origins.slice(start + 1, end).some(({ isAfterSeparator }) => isAfterSeparator)
    if ((isShortName(word) || spansWords) && !standsAlone(folded, start, end)) continue
    ranges.push([origins[start]?.start ?? 0, origins[end - 1]?.end ?? 0])
  }
  return ranges
}

/** Hides what is found at first sight. */
function hideOnce(text: string, words: readonly string[]): string {
  const folded = fold(text)
  const ranges = words.flatMap((word) => findWord(folded, word)).sort(([a], [b]) => a - b)
  const parts: string[] = []
  let end = 0
  for (const [start, stop] of ranges) {
    if (start >= end) parts.push(text.slice(end, start), HIDDEN)
    end = Math.max(end, stop)
  }
  return [...parts, text.slice(end)].join('')
}

const SEVERAL_HIDDEN = new RegExp(`(?:${HIDDEN}){2,}`, 'g')

/**
 * Returns a text in which each of the words is replaced by the same sign, whatever its case, width, script (traditional or
 * simplified) and the separators and invisible characters in it. Adjacent words are replaced by one sign.
 */
export function hideWords(text: string, words: readonly string[]): string {
  const foldedWords = words.map((word) => fold(word).text)
  let hidden = text
  for (;;) {
    // A name may stand alone only once the one before it is hidden.
    const next = hideOnce(hidden, foldedWords)
    if (next === hidden) return hidden
    hidden = next.replaceAll(SEVERAL_HIDDEN, HIDDEN)
  }
}
