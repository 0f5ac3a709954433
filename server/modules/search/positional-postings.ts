/**
 * Positional postings of bigrams, delta-encoded as variable-length integers: for each text with the bigram, in
 * ascending order, the distance from the previous text, the number of positions, and the distance of each position from
 * the previous one.
 */

import { type ByteReader, type ByteWriter, readVarint, writeVarint } from './varint.ts'

/** Further positions of a bigram in a text are truncated, as one matching position is enough. */
const MAX_POSITIONS = 8
/** The flag that is added to the number of positions if they are truncated. */
const TRUNCATED = 16
const INITIAL_BYTES = 32
/** Less than every text id. */
const BEFORE_FIRST_TEXT = -1

type PostingList = ByteWriter & { lastText: number; texts: number }
/** The postings by bigram, encoded as two UTF-16 units in one number. */
export type PostingLists = Map<number, PostingList>

/** Returns a bigram as a term of the index (see `toGramSequence`). */
export const toTerm = (bigram: number): string => bigram.toString(16).padStart(8, '0')

/** Adds a text to the postings of its bigrams. Texts must be added in ascending order. */
export function addPostings(lists: PostingLists, textId: number, text: string): void {
  const positionsByBigram = new Map<number, number[]>()
  for (let position = 0; position + 1 < text.length; position += 1) {
    const bigram = text.charCodeAt(position) * 65_536 + text.charCodeAt(position + 1)
    const positions = positionsByBigram.get(bigram)
    if (!positions) positionsByBigram.set(bigram, [position])
    else if (positions.length <= MAX_POSITIONS) positions.push(position)
  }
  for (const [bigram, positions] of positionsByBigram) {
    const list = lists.get(bigram) ?? {
      bytes: new Uint8Array(INITIAL_BYTES),
      length: 0,
      lastText: BEFORE_FIRST_TEXT,
      texts: 0,
    }
    lists.set(bigram, list)
    const isTruncated = positions.length > MAX_POSITIONS
    const count = isTruncated ? MAX_POSITIONS : positions.length
    writeVarint(list, textId - list.lastText)
    writeVarint(list, isTruncated ? count + TRUNCATED : count)
    for (let index = 0; index < count; index += 1)
      writeVarint(list, (positions[index] ?? 0) - (positions[index - 1] ?? 0))
    list.lastText = textId
    list.texts += 1
  }
}

/** Returns the postings of bigrams that occur in at least `minTexts` texts, as stored: bytes in Base64. */
export const serializePostings = (lists: PostingLists, minTexts: number): { gram: string; places: string }[] =>
  [...lists].flatMap(([bigram, { bytes, length, texts }]) =>
    texts < minTexts ? [] : [{ gram: toTerm(bigram), places: Buffer.from(bytes.buffer, 0, length).toString('base64') }],
  )

/** A reader of postings: the current text and the bigram's positions in it. */
type Cursor = ByteReader & { textId: number; count: number; isTruncated: boolean; positions: Int32Array }

/** The stored postings of a bigram, and its offset in the phrase. */
export type PhraseTerm = { postings: string; offset: number }

/** Texts that contain the phrase, and `uncertain` ones whose deciding positions may be truncated. */
export type PhraseMatches = { matching: number[]; uncertain: number[] }

/** Intersects postings: returns the texts in which all bigrams occur at their offsets from a common position. */
export function intersectPostings(terms: readonly PhraseTerm[]): PhraseMatches {
  const matches: PhraseMatches = { matching: [], uncertain: [] }
  const cursors = terms.map(({ postings }) => createCursor(postings))
  const offsets = terms.map(({ offset }) => offset)
  const [first] = cursors
  while (first && advance(first)) {
    const outcome = advanceAllTo(cursors, first.textId)
    // Once a list is exhausted, no later text has all bigrams.
    if (outcome === 'exhausted') break
    if (outcome === 'passed') continue
    if (hasPhrase(cursors, offsets)) matches.matching.push(first.textId)
    else if (cursors.some(({ isTruncated }) => isTruncated)) matches.uncertain.push(first.textId)
  }
  return matches
}

const createCursor = (postings: string): Cursor => ({
  bytes: Buffer.from(postings, 'base64'),
  offset: 0,
  textId: BEFORE_FIRST_TEXT,
  count: 0,
  isTruncated: false,
  positions: new Int32Array(MAX_POSITIONS),
})

/** Advances to the next text. Returns whether there is one. */
function advance(cursor: Cursor): boolean {
  if (cursor.offset >= cursor.bytes.length) return false
  cursor.textId += readVarint(cursor)
  const countAndFlag = readVarint(cursor)
  cursor.isTruncated = countAndFlag >= TRUNCATED
  cursor.count = countAndFlag & (TRUNCATED - 1)
  let position = 0
  for (let index = 0; index < cursor.count; index += 1) {
    position += readVarint(cursor)
    cursor.positions[index] = position
  }
  return true
}

/** Advances every cursor to a text or beyond. Returns whether all are at it, one has passed it, or one is exhausted. */
function advanceAllTo(cursors: readonly Cursor[], textId: number): 'reached' | 'passed' | 'exhausted' {
  let outcome: 'reached' | 'passed' = 'reached'
  for (const cursor of cursors) {
    while (cursor.textId < textId) if (!advance(cursor)) return 'exhausted'
    if (cursor.textId > textId) outcome = 'passed'
  }
  return outcome
}

/** Returns whether the current text of all cursors contains the phrase. */
function hasPhrase(cursors: readonly Cursor[], offsets: readonly number[]): boolean {
  const [first] = cursors
  if (!first) return false
  for (let index = 0; index < first.count; index += 1)
    if (hasPhraseAt(cursors, offsets, (first.positions[index] ?? 0) - (offsets[0] ?? 0))) return true
  return false
}

function hasPhraseAt(cursors: readonly Cursor[], offsets: readonly number[], position: number): boolean {
  for (let index = 1; index < cursors.length; index += 1) {
    const cursor = cursors[index]
    if (cursor && !hasPosition(cursor, position + (offsets[index] ?? 0))) return false
  }
  return true
}

function hasPosition({ positions, count }: Cursor, position: number): boolean {
  for (let index = 0; index < count; index += 1) if (positions[index] === position) return true
  return false
}
