/** How similar a reply is to a text, from 0 to 1. */
import { CHECKS } from '#contracts/limits.ts'
import { calculateEditDistance } from '#contracts/rules/evaluation/reliability.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'

/** Chinese characters one by one, other scripts by words. */
const TOKENS = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/**
 * Returns the F1 of the tokens that both texts share (Rajpurkar et al. 2016, "SQuAD", section 6.1; characters as tokens
 * as in Cui et al. 2019, CMRC 2018). Two texts without tokens are equal.
 */
export function calculateTokenF1(text: string, other: string): number {
  const [tokens, otherTokens] = [listTokens(text), listTokens(other)]
  if (tokens.length === 0 || otherTokens.length === 0) return tokens.length === otherTokens.length ? 1 : 0
  const remaining = new Map<string, number>()
  for (const token of otherTokens) remaining.set(token, (remaining.get(token) ?? 0) + 1)
  let shared = 0
  for (const token of tokens) {
    const left = remaining.get(token) ?? 0
    if (left === 0) continue
    remaining.set(token, left - 1)
    shared += 1
  }
  return (2 * shared) / (tokens.length + otherTokens.length)
}

const listTokens = (text: string): string[] => foldText(text).match(TOKENS) ?? []

/**
 * Returns 1 − edit distance / the longer text's length, in characters of the folded texts; `undefined` if it would take
 * too long.
 */
export function calculateEditSimilarity(text: string, other: string): number | undefined {
  const [characters, otherCharacters] = [[...foldText(text)], [...foldText(other)]]
  if (characters.length * otherCharacters.length > CHECKS.editCells) return undefined
  const longer = Math.max(characters.length, otherCharacters.length)
  return longer === 0 ? 1 : 1 - calculateEditDistance(characters, otherCharacters) / longer
}
