/** Compares two texts word by word, as Chinese and Latin texts are divided into words. */
import { diffArrays } from 'diff'

/** A part of a comparison. Removed tokens come before those added in their place. */
export type Piece<Token> = { status: 'same' | 'added' | 'removed'; tokens: Token[] }
export type TextPiece = { status: Piece<string>['status']; text: string }

/** Texts with more edits than this are not compared word by word. */
const MAX_EDITS = 1_500
/** Texts that share less than this part of the longer one are marked as wholly replaced. */
const MIN_SHARED = 0.3

const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' })

export const splitIntoWords = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Compares two rows of tokens; two are the same if their keys are equal. */
export function compareTokens<Token>(
  before: readonly Token[],
  after: readonly Token[],
  getKey: (token: Token) => string,
): Piece<Token>[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (left, right) => getKey(left) === getKey(right),
    maxEditLength: MAX_EDITS,
  })
  if (!changes) return asWhole(before, after)
  return changes.map(({ added, removed, value }) => ({
    status: added ? 'added' : removed ? 'removed' : 'same',
    tokens: value,
  }))
}

/** Compares two texts by words. */
export function compareTexts(before: string, after: string): TextPiece[] {
  const [older, newer] = [splitIntoWords(before), splitIntoWords(after)]
  const pieces = compareTokens(older, newer, (word) => word)
  const shared = pieces.reduce((sum, { status, tokens }) => sum + (status === 'same' ? tokens.join('').length : 0), 0)
  const isAlike = shared >= MIN_SHARED * Math.max(before.length, after.length)
  return (isAlike ? pieces : asWhole(older, newer)).map(({ status, tokens }) => ({ status, text: tokens.join('') }))
}

function asWhole<Token>(before: readonly Token[], after: readonly Token[]): Piece<Token>[] {
  const pieces: Piece<Token>[] = [
    { status: 'removed', tokens: [...before] },
    { status: 'added', tokens: [...after] },
  ]
  return pieces.filter(({ tokens }) => tokens.length > 0)
}
