/** Finds where a search matches in a text. Server only. */
import type { SearchMatch } from '../search/search-match.ts'
import { toSyllables } from './dictionaries.ts'
import { matchUnits, normalizeText, splitSearchWords, toPinyinInput } from './search-text.ts'

/** The number of characters of a long text before and after a match. */
const CONTEXT = { before: 20, after: 40 } as const

type Unit = { text: string; start: number; end: number }

/** The same texts are searched with each keystroke, so their pinyin is cached, up to a limit. */
const MAX_CACHED_READINGS = 1_000
const readings = new Map<string, readonly string[]>()
/** Characters in normalized form; no more than there are in Unicode. */
const foldedCharacters = new Map<string, string>()

function getSyllables(text: string): readonly string[] {
  const cached = readings.get(text)
  if (cached) return cached
  if (readings.size >= MAX_CACHED_READINGS) readings.clear()
  const syllables = toSyllables(text)
  readings.set(text, syllables)
  return syllables
}

function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character)
  if (cached !== undefined) return cached
  const folded = /^\s$/u.test(character) ? ' ' : normalizeText(character)
  foldedCharacters.set(character, folded)
  return folded
}

/**
 * Returns a text's characters in normalized form, with their positions in the text; consecutive spaces count as one.
 */
function foldCharacters(text: string): Unit[] {
  const units: Unit[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = foldCharacter(character)
    const last = units.at(-1)
    if (folded === ' ' && last?.text === ' ') last.end = end
    else if (folded !== '') units.push({ text: folded, start, end })
    start = end
  }
  return units
}

/** Returns the position of a search in a text, literally or by pinyin; `undefined` if it doesn't match. */
export function findInText(text: string, search: string): { start: number; end: number } | undefined {
  const query = normalizeText(search)
  if (query === '') return undefined
  const characters = foldCharacters(text)
  const literal = matchLiterally(characters, query)
  if (literal) return literal
  const letters = toPinyinInput(query)
  return letters === '' ? undefined : matchSpelling(characters, letters)
}

function matchLiterally(characters: readonly Unit[], query: string) {
  const folded = characters.map((unit) => unit.text).join('')
  const index = folded.indexOf(query)
  return index === -1 ? undefined : toPosition(characters, index, index + query.length)
}

/** Returns the position of the characters that contain a range of the normalized text. */
function toPosition(characters: readonly Unit[], from: number, to: number) {
  let position = 0
  let start: number | undefined
  for (const { text, start: unitStart, end } of characters) {
    position += text.length
    if (start === undefined && position > from) start = unitStart
    if (start !== undefined && position >= to) return { start, end }
  }
  return undefined
}

function matchSpelling(characters: readonly Unit[], letters: string) {
  const units = joinWords(characters)
  const range = matchUnits(
    units.map(({ text }) => text),
    letters,
  )
  const [first, last] = range ? [units[range.first], units[range.last]] : []
  return first && last && { start: first.start, end: last.end }
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)
const isWord = (text: string) => /^[a-z0-9]+$/.test(text)

/**
 * Returns a text as units that pinyin can match: the syllable of each Chinese character, and each word of letters and
 * digits as a whole. All other characters become '', which matches nothing, so that no match extends across them.
 */
function joinWords(characters: readonly Unit[]): Unit[] {
  const folded = characters.map(({ text }) => text)
  const syllables = folded.some(isHan) ? getSyllables(folded.join('')) : folded
  const units: Unit[] = []
  for (const [index, { text, start, end }] of characters.entries()) {
    const last = units.at(-1)
    const isWordContinued = isWord(text) && isWord(folded[index - 1] ?? '') && last?.end === start
    if (isWordContinued) units[units.length - 1] = { text: last.text + text, start: last.start, end }
    else if (isWord(text)) units.push({ text, start, end })
    else units.push({ text: isHan(text) ? (syllables[index] ?? '') : '', start, end })
  }
  return units
}

type LabeledText = {
  label: string
  text: string
  /** Set if the text is shown in full, however long it is. */
  isShownInFull?: true
}

type Position = { start: number; end: number }

/** The texts that a search matched, and the words of the search that none of them contains. */
export type LocatedMatches = { matches: SearchMatch[]; missingWords: string[] }

/**
 * Locates a search in labelled texts: the first text with the whole search; otherwise the first texts that together
 * contain the most of its words, with each word in them.
 */
export function locateMatches(texts: readonly LabeledText[], search: string): LocatedMatches {
  for (const labeledText of texts) {
    const position = findInText(labeledText.text, search)
    if (position) return { matches: [toSearchMatch(labeledText, [position])], missingWords: [] }
  }
  const words = splitSearchWords(search)
  const matches: SearchMatch[] = []
  let missingWords = words.length === 0 ? [search] : words
  for (const labeledText of texts) {
    const { text } = labeledText
    const stillMissing = missingWords.filter((word) => !findInText(text, word))
    if (stillMissing.length === missingWords.length) continue
    matches.push(
      toSearchMatch(
        labeledText,
        words.flatMap((word) => findInText(text, word) ?? []),
      ),
    )
    missingWords = stillMissing
  }
  return { matches, missingWords }
}

/** Returns an excerpt with the given matches, which may overlap. */
function toSearchMatch({ label, text, isShownInFull }: LabeledText, positions: readonly Position[]): SearchMatch {
  const parts: SearchMatch['parts'] = []
  const addContext = (context: string) => {
    if (context !== '') parts.push({ text: context, isMatch: false })
  }
  let end = 0
  for (const position of positions.toSorted((a, b) => a.start - b.start)) {
    if (position.end <= end) continue
    const start = Math.max(position.start, end)
    const context = text.slice(end, start)
    addContext(
      isShownInFull ? context : truncateContext(context, parts.length === 0 ? 0 : CONTEXT.after, CONTEXT.before),
    )
    parts.push({ text: text.slice(start, position.end), isMatch: true })
    end = position.end
  }
  const rest = text.slice(end)
  addContext(isShownInFull ? rest : truncateContext(rest, CONTEXT.after, 0))
  return { label, parts }
}

/** Returns the first and the last characters of a text, with an ellipsis instead of those between. */
function truncateContext(text: string, first: number, last: number): string {
  const characters = [...text]
  if (characters.length <= first + last) return text
  return `${characters.slice(0, first).join('')}…${characters.slice(characters.length - last).join('')}`
}
