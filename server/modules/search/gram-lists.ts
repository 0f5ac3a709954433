/**
 * Lists of where pairs of characters stand in texts, as bytes: for each text, in the order of their rows, how many rows
 * it is further on, how many places follow, and how far each is from the one before.
 */

import { appendNumber, type Packing, readNumber, type Unpacking } from './packed-numbers.ts'

/** More places of one pair in one text are left out: a part of a text is found by one place. */
const MOST_PLACES = 8
/** Says that there are more. */
const IS_CUT = 16
const FIRST_BYTES = 32
/** Stands before every row. */
const BEFORE_ALL = -1

type GramList = Packing & { last: number; texts: number }
export type GramLists = Map<number, GramList>

/** Returns the pair's number as the index's word for it. */
export const toGram = (pair: number): string => pair.toString(16).padStart(8, '0')

/** Adds a text to the lists of its pairs. Rows come in their order. */
export function addText(lists: GramLists, row: number, text: string): void {
  const places = new Map<number, number[]>()
  for (let place = 0; place + 1 < text.length; place += 1) {
    const pair = text.charCodeAt(place) * 65_536 + text.charCodeAt(place + 1)
    const known = places.get(pair)
    if (!known) places.set(pair, [place])
    else if (known.length <= MOST_PLACES) known.push(place)
  }
  for (const [pair, known] of places) {
    const list = lists.get(pair) ?? { bytes: new Uint8Array(FIRST_BYTES), length: 0, last: BEFORE_ALL, texts: 0 }
    lists.set(pair, list)
    const isCut = known.length > MOST_PLACES
    const count = isCut ? MOST_PLACES : known.length
    appendNumber(list, row - list.last)
    appendNumber(list, isCut ? count + IS_CUT : count)
    for (let index = 0; index < count; index += 1) appendNumber(list, (known[index] ?? 0) - (known[index - 1] ?? 0))
    list.last = row
    list.texts += 1
  }
}

/** Returns the lists of pairs that at least so many texts have, as they are stored. */
export const toStoredLists = (lists: GramLists, leastTexts: number): { gram: string; places: string }[] =>
  [...lists].flatMap(([pair, { bytes, length, texts }]) =>
    texts < leastTexts ? [] : [{ gram: toGram(pair), places: Buffer.from(bytes.buffer, 0, length).toString('base64') }],
  )

/** Where a list is read: the text that it has come to, and the pair's places there. */
type Cursor = Unpacking & { row: number; count: number; isCut: boolean; places: Int32Array }

/** A stored list, and how far behind the beginning of the part its pair stands. */
export type OffsetList = { places: string; offset: number }

/** Rows by whether they hold what is looked for; `doubtful` ones have more places than the lists know. */
export type FoundRows = { certain: number[]; doubtful: number[] }

/** Finds the texts in which all pairs stand as far from each other as they are offset. */
export function findTogether(lists: readonly OffsetList[]): FoundRows {
  const result: FoundRows = { certain: [], doubtful: [] }
  const cursors = lists.map(({ places }) => createCursor(places))
  const offsets = lists.map(({ offset }) => offset)
  const [first] = cursors
  while (first && advance(first)) {
    const reached = advanceAll(cursors, first.row)
    // Where one list has ended, no later text has all pairs.
    if (reached === 'end') break
    if (reached === 'beyond') continue
    if (standTogether(cursors, offsets)) result.certain.push(first.row)
    else if (cursors.some(({ isCut }) => isCut)) result.doubtful.push(first.row)
  }
  return result
}

const createCursor = (places: string): Cursor => ({
  bytes: Buffer.from(places, 'base64'),
  at: 0,
  row: BEFORE_ALL,
  count: 0,
  isCut: false,
  places: new Int32Array(MOST_PLACES),
})

/** Goes on to the next text. Returns whether there is one. */
function advance(cursor: Cursor): boolean {
  if (cursor.at >= cursor.bytes.length) return false
  cursor.row += readNumber(cursor)
  const head = readNumber(cursor)
  cursor.isCut = head >= IS_CUT
  cursor.count = head & (IS_CUT - 1)
  let place = 0
  for (let index = 0; index < cursor.count; index += 1) {
    place += readNumber(cursor)
    cursor.places[index] = place
  }
  return true
}

/** Goes on to a row, or the first one behind it. Returns whether all are there, one is beyond it, or has ended. */
function advanceAll(cursors: readonly Cursor[], row: number): 'there' | 'beyond' | 'end' {
  let reached: 'there' | 'beyond' = 'there'
  for (const cursor of cursors) {
    while (cursor.row < row) if (!advance(cursor)) return 'end'
    if (cursor.row > row) reached = 'beyond'
  }
  return reached
}

function standTogether(cursors: readonly Cursor[], offsets: readonly number[]): boolean {
  const [first] = cursors
  if (!first) return false
  for (let index = 0; index < first.count; index += 1)
    if (haveAll(cursors, offsets, (first.places[index] ?? 0) - (offsets[0] ?? 0))) return true
  return false
}

/** Returns whether every pair stands where it does in a part that begins at a place. */
function haveAll(cursors: readonly Cursor[], offsets: readonly number[], begin: number): boolean {
  for (let index = 1; index < cursors.length; index += 1) {
    const cursor = cursors[index]
    if (cursor && !hasPlace(cursor, begin + (offsets[index] ?? 0))) return false
  }
  return true
}

function hasPlace({ places, count }: Cursor, place: number): boolean {
  for (let index = 0; index < count; index += 1) if (places[index] === place) return true
  return false
}
