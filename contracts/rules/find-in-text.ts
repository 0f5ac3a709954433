/** Where in a text a search was found. Used by the server only. */
import type { Found } from '../search/found.ts'
import { toSyllables } from './dictionaries.ts'
import { matchUnits, normalizeText, toLetters } from './search-text.ts'

/** What is left of a long text around a match, in characters. */
const AROUND = { before: 20, after: 40 } as const

type Unit = { text: string; start: number; end: number }

/** The same cards are searched again with each letter that is typed: what they were read as is kept, up to a limit. */
const MOST_READINGS = 1_000
const readings = new Map<string, readonly string[]>()
const foldedCharacters = new Map<string, string>()

function read(text: string): readonly string[] {
  const known = readings.get(text)
  if (known) return known
  if (readings.size >= MOST_READINGS) readings.clear()
  const syllables = toSyllables(text)
  readings.set(text, syllables)
  return syllables
}

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const folded = /^\s$/u.test(character) ? ' ' : normalizeText(character)
  foldedCharacters.set(character, folded)
  return folded
}

/** Returns a text's characters in their searched form, with their places in the text; blanks count as one. */
function foldCharacters(text: string): Unit[] {
  const units: Unit[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = foldCharacter(character)
    if (folded === ' ' && units.at(-1)?.text === ' ') units[units.length - 1] = { text: ' ', start: start - 1, end }
    else if (folded !== '') units.push({ text: folded, start, end })
    start = end
  }
  return units
}

/** Returns the place of a search in a text: as it was typed, or by its reading; `undefined` if it isn't in it. */
export function findInText(text: string, search: string): { start: number; end: number } | undefined {
  const query = normalizeText(search)
  if (query === '') return undefined
  const characters = foldCharacters(text)
  const literal = findLiterally(characters, query)
  if (literal) return literal
  const letters = toLetters(query)
  return letters === '' ? undefined : findSpelled(characters, letters)
}

function findLiterally(characters: readonly Unit[], query: string) {
  const folded = characters.map((unit) => unit.text).join('')
  const index = folded.indexOf(query)
  return index === -1 ? undefined : toPlace(characters, index, index + query.length)
}

/** Returns the place of the characters that hold a range of the folded text. */
function toPlace(characters: readonly Unit[], from: number, to: number) {
  let position = 0
  let start: number | undefined
  for (const { text, start: unitStart, end } of characters) {
    position += text.length
    if (start === undefined && position > from) start = unitStart
    if (start !== undefined && position >= to) return { start, end }
  }
  return undefined
}

function findSpelled(characters: readonly Unit[], letters: string) {
  const units = joinWords(characters)
  const range = matchUnits(
    units.map(({ text }) => text),
    letters,
  )
  const [first, last] = range ? [units[range.first], units[range.last]] : []
  return first && last && { start: first.start, end: last.end }
}

/** Returns the reading of each Chinese character, and words of letters and digits as they stand; '' parts runs. */
function joinWords(characters: readonly Unit[]): Unit[] {
  const folded = characters.map(({ text }) => text)
  const syllables = folded.some((text) => /\p{Script=Han}/u.test(text)) ? read(folded.join('')) : folded
  const units: Unit[] = []
  for (const [index, { text, start, end }] of characters.entries()) {
    const last = units.at(-1)
    if (/^[a-z0-9]+$/.test(text)) {
      if (last?.end === start && /^[a-z0-9]+$/.test(last.text) && /[a-z0-9]$/.test(folded[index - 1] ?? ''))
        units[units.length - 1] = { text: last.text + text, start: last.start, end }
      else units.push({ text, start, end })
    } else units.push({ text: /\p{Script=Han}/u.test(text) ? (syllables[index] ?? '') : '', start, end })
  }
  return units
}

type LabelledText = {
  label: string
  text: string
  /** Set if the text is shown whole, however long it is. */
  isWhole?: true
}

/** Returns where a search was found first among texts with labels, cut to what stands around it; `null` if in none. */
export function findPlace(texts: Iterable<LabelledText>, search: string): Found | null {
  for (const each of texts) {
    const place = findInText(each.text, search)
    if (place) return cut(each, place)
  }
  return null
}

function cut({ label, text, isWhole }: LabelledText, { start, end }: { start: number; end: number }): Found {
  if (isWhole) return { label, before: text.slice(0, start), match: text.slice(start, end), after: text.slice(end) }
  const before = [...text.slice(0, start)]
  const after = [...text.slice(end)]
  return {
    label,
    before: before.length > AROUND.before ? `…${before.slice(-AROUND.before).join('')}` : before.join(''),
    match: text.slice(start, end),
    after: after.length > AROUND.after ? `${after.slice(0, AROUND.after).join('')}…` : after.join(''),
  }
}
