/** Searches products by text, full pinyin or initials. Server only. */
import { toSimplified, toSyllables } from './dictionaries.ts'

/** A run of characters that is spelled as one word, including letters and digits: 78AI助手 is `78aizhushou`. */
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

/** Normalizes a text: NFKC (full width), lower case, simplified characters, single spaces. */
export const normalizeText = (input: string): string =>
  foldText(input).replaceAll(/\p{Script=Han}/gu, simplifyCharacter)

const WORD_SEPARATORS = /[\s、，,；;]+/u
/** How many words of a search count; further ones are ignored. */
const MAX_WORDS = 6

/** Returns the words of a search that has several, such as `客服 私有化`; a single word has none. */
export function splitSearchWords(search: string): string[] {
  const words = [...new Set(search.split(WORD_SEPARATORS).filter((word) => word !== ''))]
  return words.length < 2 ? [] : words.slice(0, MAX_WORDS)
}

export type SearchText = {
  /** The normalized text itself. */
  text: string
  /** Full pinyin, with `'` before each syllable and a space between runs of characters: `'zhi'neng'ke'fu`. */
  syllables: string
  /** The first letters of each run of characters, with a space between runs: `znkf`. */
  initials: string
}

/** Separates the fields, so that matches never span two of them. */
export const FIELD_SEPARATOR = ' \u241e '

/** Returns the three searchable forms of a product's texts; matches never span fields. */
export function buildSearchText(fields: readonly string[]): SearchText {
  const text = fields.join('\n').replaceAll('\n', FIELD_SEPARATOR)
  // The reading of a character depends on its neighbours, so text is simplified word by word before it is spelled.
  const runs: string[] = toSimplified(foldText(text)).match(RUN) ?? []
  const spellings = runs.map(splitUnits)
  return {
    text: normalizeText(text),
    syllables: spellings.map((units) => units.map((unit) => `'${unit}`).join('')).join(' '),
    initials: spellings.map((units) => units.map((unit) => unit[0] ?? '').join('')).join(' '),
  }
}

/** Returns the units of a run: the syllables of its characters, and its words of letters and digits unchanged. */
const splitUnits = (run: string): string[] =>
  (run.match(UNITS) ?? []).flatMap((part) => (/^[a-z0-9]/.test(part) ? [part] : toSyllables(part)))

/** Returns the letters of a query that may be pinyin, ü as v; '' if it can't be pinyin, or is a single letter. */
export function toPinyinInput(query: string): string {
  const letters = query.replaceAll('ü', 'v')
  if (!/^[a-z0-9' ]+$/.test(letters)) return ''
  const joined = letters.replaceAll(/[' ]/g, '')
  return joined.length < 2 ? '' : joined
}

/**
 * Returns whether the letters spell adjacent units (syllables, or words of letters and digits), each in full or by its
 * first letter (`zhinengkefu`, `znkf`, `zhinkf`); the last one may be incomplete. Runs for thousands of products per
 * keystroke, so units that start with another letter are skipped early.
 */
function matchesPinyin(syllables: string, input: string): boolean {
  /** How many letters the units so far may have spelled; a match may start at any unit. */
  let positions: number[] = []
  for (let start = syllables.indexOf("'"); start !== -1; start = syllables.indexOf("'", start + 1)) {
    if (positions.length > 0 && syllables[start - 1] === ' ') positions = []
    if (positions.length === 0 && syllables[start + 1] !== input[0]) continue
    const next = advance(readUnit(syllables, start), input, positions)
    if (next.includes(input.length)) return true
    positions = next.length > 1 ? [...new Set(next)] : next
  }
  return false
}

/** Returns how many letters may have been spelled after one more unit. */
function advance(unit: string, input: string, positions: readonly number[]): number[] {
  const next: number[] = []
  for (const index of [0, ...positions]) {
    const reached = advanceFrom(unit, input, index)
    if (reached[0] === input.length) return reached
    next.push(...reached)
  }
  return next
}

/** Returns how many letters may have been spelled after a unit, if `index` letters were spelled before it. */
function advanceFrom(unit: string, input: string, index: number): number[] {
  if (unit.startsWith(input.slice(index))) return [input.length]
  const next = input.startsWith(unit, index) ? [index + unit.length] : []
  if (input[index] === unit[0] && unit.length > 1) next.push(index + 1)
  return next
}

/** Matches possible syllables. It accepts some that don't exist, which match nothing. */
const SYLLABLE = /^(?:[bpmfdtnlgkhjqxrywzcs]|[zcs]h)?[aeiouv]{1,3}(?:ng?|r)?$/
const MAX_SYLLABLE_LENGTH = 6
const MAX_SPELLINGS = 12

/**
 * Returns parts of `syllables` (`SearchText`) that letters spell if all syllables but the last are typed in full: a
 * text that contains one matches the letters. Other texts may match, too.
 */
export function listFullSpellings(letters: string): string[] {
  const spellings: string[] = []
  const add = (prefix: string, from: number) => {
    const rest = letters.slice(from)
    if (rest.length <= MAX_SYLLABLE_LENGTH) spellings.push(`${prefix}'${rest}`)
    for (let to = Math.min(from + MAX_SYLLABLE_LENGTH, letters.length - 1); to > from; to -= 1) {
      if (spellings.length >= MAX_SPELLINGS) return
      const syllable = letters.slice(from, to)
      if (SYLLABLE.test(syllable)) add(`${prefix}'${syllable}`, to)
    }
  }
  add('', 0)
  return spellings
}

/**
 * Returns the range of adjacent units that letters spell, as a search matches them; `undefined` if there is none. A
 * unit of '' can't be spelled.
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

function readUnit(syllables: string, start: number): string {
  let end = start + 1
  while (end < syllables.length && syllables[end] !== "'" && syllables[end] !== ' ') end += 1
  return syllables.slice(start + 1, end)
}

/**
 * Returns whether a product's search text matches a query that was normalized by `normalizeText`. An empty query
 * matches everything; pinyin needs at least two letters, since `a` alone would match half of all products.
 */
export function matchesQuery(searchText: SearchText, query: string): boolean {
  if (query === '' || searchText.text.includes(query)) return true
  const letters = toPinyinInput(query)
  return letters !== '' && matchesPinyinInput(searchText, letters)
}

/** Returns whether letters of `toPinyinInput` spell a part of a text, in full or by first letters. */
export const matchesPinyinInput = (
  { syllables, initials }: Pick<SearchText, 'syllables' | 'initials'>,
  letters: string,
): boolean => initials.includes(letters) || matchesPinyin(syllables, letters)

/** Splits the searchable forms into those of the first field and those of the others. */
export function splitFirstField({ text, syllables, initials }: SearchText): { name: SearchText; rest: SearchText } {
  const [first = '', ...others] = text.split(FIELD_SEPARATOR)
  const runs = first.match(RUN)?.length ?? 0
  const split = (forms: string) => {
    const parts = forms.split(' ')
    return { first: parts.slice(0, runs).join(' '), rest: parts.slice(runs).join(' ') }
  }
  const [units, letters] = [split(syllables), split(initials)]
  return {
    name: { text: first, syllables: units.first, initials: letters.first },
    rest: { text: others.join(FIELD_SEPARATOR), syllables: units.rest, initials: letters.rest },
  }
}

/** Returns the three forms as one text, one per line, for a `LIKE` query. */
export function buildSearchLines(fields: readonly string[]): string {
  const { text, syllables, initials } = buildSearchText(fields)
  return [text, initials, syllables.replaceAll("'", '')].join('\n')
}

/**
 * Returns the patterns of a query as entered: a text of `buildSearchLines` matches if it contains one of them. There
 * are none for an empty query.
 */
export function buildSearchPatterns(input: string): string[] {
  const query = normalizeText(input)
  return [...new Set([query, toPinyinInput(query)])].filter((part) => part !== '')
}
