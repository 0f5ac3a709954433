/** The form of texts in which searches compare them. */
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import { withoutInvisibleCharacters } from '#contracts/rules/single-line.ts'
import { toSimplified } from './dictionaries.ts'

/** The simplified forms of characters, of which Unicode has a limited number. */
const simplifiedCharacters = new Map<string, string>()

/** Simplifies single characters, independent of context, so that substrings still match. */
function simplifyCharacter(character: string): string {
  const cached = simplifiedCharacters.get(character)
  if (cached !== undefined) return cached
  const simplified = toSimplified(character)
  simplifiedCharacters.set(character, simplified)
  return simplified
}

/** Returns a text in simplified characters, each on its own. */
export const simplifyCharacters = (text: string): string => text.replaceAll(/\p{Script=Han}/gu, simplifyCharacter)

/**
 * Folds a text: compatibility forms such as full width (NFKC), lower case, simplified characters, single spaces, no
 * invisible characters. A text contains another one for a search if its folded form does.
 */
export const foldText = (input: string): string =>
  simplifyCharacters(toNfkc(withoutInvisibleCharacters(input)).toLowerCase().replaceAll(/\s+/g, ' ').trim())

const FIELD_SEPARATOR = ' \u241e '

/** Folds several texts into one, in which no match spans two of them. */
export const foldTexts = (texts: readonly string[]): string => foldText(texts.join(FIELD_SEPARATOR))

const WORD_SEPARATORS = /[\s、，,；;]+/u
/** How many words of a search count; further ones are ignored. */
const MAX_WORDS = 6

/** Returns the words of a search that has several, such as `客服 私有化`; a single word has none. */
export function splitSearchWords(search: string): string[] {
  const words = [...new Set(search.split(WORD_SEPARATORS).filter((word) => word !== ''))]
  return words.length < 2 ? [] : words.slice(0, MAX_WORDS)
}
