/** Compares two texts word by word, with word segmentation for Chinese and Latin scripts. */
import { diffArrays } from 'diff'

/** A run of tokens with the same status. Removed tokens precede the tokens that replace them. */
export type Piece<Token> = { status: 'same' | 'added' | 'removed'; tokens: Token[] }
export type TextPiece = { status: Piece<string>['status']; text: string }

/** Texts with more edits than this are not compared word by word. */
const MAX_EDITS = 1_500
/** Texts that share less than this fraction of the longer one are shown as entirely replaced. */
const MIN_SHARED_FRACTION = 0.3

/** Created on first use: loading its dictionary blocks a browser for 25 ms. */
let segmenter: Intl.Segmenter | undefined

export function splitIntoWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter('zh-CN', { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** Compares two token sequences. Tokens with equal keys count as the same. */
export function compareTokens<Token>(
  before: readonly Token[],
  after: readonly Token[],
  getKey: (token: Token) => string,
): Piece<Token>[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (left, right) => getKey(left) === getKey(right),
    maxEditLength: MAX_EDITS,
  })
  if (!changes) return replaceAll(before, after)
  return changes.map(({ added, removed, value }) => ({ status: getStatus(added, removed), tokens: value }))
}

function getStatus(isAdded: boolean, isRemoved: boolean): Piece<unknown>['status'] {
  if (isAdded) return 'added'
  return isRemoved ? 'removed' : 'same'
}

/** Compares two texts by words. */
export function compareTexts(before: string, after: string): TextPiece[] {
  const older = splitIntoWords(before)
  const newer = splitIntoWords(after)
  const pieces = compareTokens(older, newer, (word) => word)
  const sharedLength = pieces
    .filter(({ status }) => status === 'same')
    .reduce((sum, { tokens }) => sum + tokens.join('').length, 0)
  const isSimilar = sharedLength >= MIN_SHARED_FRACTION * Math.max(before.length, after.length)
  return (isSimilar ? pieces : replaceAll(older, newer)).map(({ status, tokens }) => ({
    status,
    text: tokens.join(''),
  }))
}

/** Returns all tokens as removed and added. */
function replaceAll<Token>(before: readonly Token[], after: readonly Token[]): Piece<Token>[] {
  const pieces: Piece<Token>[] = [
    { status: 'removed', tokens: [...before] },
    { status: 'added', tokens: [...after] },
  ]
  return pieces.filter(({ tokens }) => tokens.length > 0)
}
