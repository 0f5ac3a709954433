/** Search of products by text, full pinyin or initials. Used by the server only. */
import { toSimplified, toSyllables } from './dictionaries.ts'

/** A run that is spelled in one go: 78AI助手 can be typed `78aizhushou`, so letters and digits belong to it. */
const RUN = /[\p{Script=Han}a-z0-9]+/gu
const UNITS = /\p{Script=Han}+|[a-z0-9]+/gu

const simplifiedCharacters = new Map<string, string>()

/** Simplifies single characters, independent of context, so that substrings still match. */
function simplifyCharacter(character: string): string {
  const cached = simplifiedCharacters.get(character)
  if (cached !== undefined) return cached
  const simplified = toSimplified(character)
  simplifiedCharacters.set(character, simplified)
  return simplified
}

const foldText = (input: string): string => input.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Normalizes a text: NFKC (full width), lower case, simplified characters, single blanks. */
export const normalizeText = (input: string): string =>
  foldText(input).replaceAll(/\p{Script=Han}/gu, simplifyCharacter)

export type SearchText = {
  /** The normalised text itself. */
  text: string
  /** Full pinyin, a `'` before each syllable, a blank between runs of characters: `'zhi'neng'ke'fu`. */
  syllables: string
  /** The first letters of each run of characters, a blank between runs: `znkf`. */
  initials: string
}

/** Stands between the fields, so that matches never span two of them. */
export const BETWEEN_TEXTS = ' \u241e '

/** Returns the three searchable forms of a product's texts; matches never span fields. */
export function buildSearchText(fields: readonly string[]): SearchText {
  const text = fields.join('\n').replaceAll('\n', BETWEEN_TEXTS)
  // The reading of a character depends on its neighbours, so text is simplified by words before it is spelled.
  const words: string[] = toSimplified(foldText(text)).match(RUN) ?? []
  const spellings = words.map(splitUnits)
  return {
    text: normalizeText(text),
    syllables: spellings.map((units) => units.map((unit) => `'${unit}`).join('')).join(' '),
    initials: spellings.map((units) => units.map((unit) => unit[0] ?? '').join('')).join(' '),
  }
}

/** Returns the syllables of a run's characters, and its words of letters and digits as they stand. */
const splitUnits = (word: string): string[] =>
  (word.match(UNITS) ?? []).flatMap((part) => (/^[a-z0-9]/.test(part) ? [part] : toSyllables(part)))

/** Returns the letters of a query that may be pinyin, ü as v; '' if it can't be, or is a single letter. */
export function toLetters(query: string): string {
  const letters = query.replaceAll('ü', 'v')
  if (!/^[a-z0-9' ]+$/.test(letters)) return ''
  const joined = letters.replaceAll(/[' ]/g, '')
  return joined.length < 2 ? '' : joined
}

/**
 * Returns whether the letters spell adjacent units, each in full or by its first letter (`zhinengkefu`, `znkf`,
 * `zhinkf`); the last one may be incomplete. Runs for thousands of products per keystroke, so units that start with
 * another letter are skipped early.
 */
function matchesPinyin(syllables: string, input: string): boolean {
  /** The numbers of letters that the units so far may spell; a match may start at any unit. */
  let positions: number[] = []
  for (let start = syllables.indexOf("'"); start !== -1; start = syllables.indexOf("'", start + 1)) {
    if (positions.length > 0 && syllables[start - 1] === ' ') positions = []
    if (positions.length === 0 && syllables[start + 1] !== input[0]) continue
    const next = advance(unitAt(syllables, start), input, positions)
    if (next.includes(input.length)) return true
    positions = next.length > 1 ? [...new Set(next)] : next
  }
  return false
}

/** Returns the numbers of letters that may be spelled after one more unit. */
function advance(unit: string, input: string, positions: readonly number[]): number[] {
  const next: number[] = []
  for (const index of [0, ...positions]) {
    const reached = advanceFrom(unit, input, index)
    if (reached[0] === input.length) return reached
    next.push(...reached)
  }
  return next
}

/** Returns the numbers of letters that may be spelled after a unit, of which the first `index` were before it. */
function advanceFrom(unit: string, input: string, index: number): number[] {
  if (unit.startsWith(input.slice(index))) return [input.length]
  const next = input.startsWith(unit, index) ? [index + unit.length] : []
  if (input[index] === unit[0] && unit.length > 1) next.push(index + 1)
  return next
}

/**
 * Returns which adjacent units spell letters, as a search by them finds it; `undefined` if none do. A unit of '' is what
 * no letters stand for.
 */
export function matchUnits(units: readonly string[], letters: string): { first: number; last: number } | undefined {
  for (let first = 0; first < units.length; first += 1) {
    let positions: readonly number[] = [0]
    for (let last = first; last < units.length && units[last] !== '' && positions.length > 0; last += 1) {
      positions = positions.flatMap((position) => advanceFrom(units[last] ?? '', letters, position))
      if (positions.includes(letters.length)) return { first, last }
    }
  }
  return undefined
}

function unitAt(syllables: string, start: number): string {
  let end = start + 1
  while (end < syllables.length && syllables[end] !== "'" && syllables[end] !== ' ') end += 1
  return syllables.slice(start + 1, end)
}

/**
 * Returns whether a product's search text answers a query that `normalizeText` has been through. An empty query finds
 * everything; pinyin needs at least two letters, so that `a` does not find half of all.
 */
export function matchesQuery(searchText: SearchText, query: string): boolean {
  if (query === '' || searchText.text.includes(query)) return true
  const letters = toLetters(query)
  return letters !== '' && (searchText.initials.includes(letters) || matchesPinyin(searchText.syllables, letters))
}

/** Returns the searched forms of the first field alone. */
export function takeFirstField({ text, syllables, initials }: SearchText): SearchText {
  const first = text.split(BETWEEN_TEXTS, 1)[0] ?? ''
  const runs = first.match(RUN)?.length ?? 0
  return {
    text: first,
    syllables: syllables.split(' ', runs).join(' '),
    initials: initials.split(' ', runs).join(' '),
  }
}

/** Returns the three forms as one text, a line each, for a `like` query. */
export function buildSearchLines(fields: readonly string[]): string {
  const { text, syllables, initials } = buildSearchText(fields)
  return [text, initials, syllables.replaceAll("'", '')].join('\n')
}

/**
 * Returns what a text of `buildSearchLines` has to hold one of, to answer a query as it was typed; nothing for an empty
 * one.
 */
export function buildSearchPatterns(input: string): string[] {
  const query = normalizeText(input)
  return [...new Set([query, toLetters(query)])].filter((part) => part !== '')
}
