/** Finds where a search matches in a text. */
import type { SearchMatch } from '#contracts/search/search-match.ts'
import { foldText, splitSearchWords } from '#server/platform/search-text/fold-text.ts'
import { findSpelling, toPinyinInput } from '#server/platform/search-text/pinyin.ts'

/** The number of characters of a long text before and after a match. */
const CONTEXT = { before: 20, after: 40 } as const

type Position = { start: number; end: number }
type FoldedCharacter = Position & { text: string }

/** Characters in folded form; no more than there are in Unicode. */
const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character)
  if (cached !== undefined) return cached
  const folded = /^\s$/u.test(character) ? ' ' : foldText(character)
  foldedCharacters.set(character, folded)
  return folded
}

/** Returns a text's characters in folded form, with their positions in the text; consecutive spaces count as one. */
function foldCharacters(text: string): FoldedCharacter[] {
  const characters: FoldedCharacter[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = foldCharacter(character)
    const last = characters.at(-1)
    if (folded === ' ' && last?.text === ' ') last.end = end
    else if (folded !== '') characters.push({ text: folded, start, end })
    start = end
  }
  return characters
}

/** Returns the position of a search in a text, literally or by pinyin; `undefined` if it doesn't match. */
export function findInText(text: string, search: string): Position | undefined {
  const query = foldText(search)
  if (query === '') return undefined
  const characters = foldCharacters(text)
  const folded = characters.map((character) => character.text).join('')
  const index = folded.indexOf(query)
  if (index !== -1) return toPosition(characters, { start: index, end: index + query.length })
  const letters = toPinyinInput(query)
  const spelling = letters === '' ? undefined : findSpelling(folded, letters)
  return spelling && toPosition(characters, spelling)
}

/** Returns the position of the characters that contain a range of the folded text. */
function toPosition(characters: readonly FoldedCharacter[], range: Position): Position | undefined {
  let position = 0
  let start: number | undefined
  for (const { text, start: characterStart, end } of characters) {
    position += text.length
    if (start === undefined && position > range.start) start = characterStart
    if (start !== undefined && position >= range.end) return { start, end }
  }
  return undefined
}

type LabeledText = {
  label: string
  text: string
  /** Set if the text is shown in full, however long it is. */
  isShownInFull?: true
}

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
