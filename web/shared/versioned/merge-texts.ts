/** Three-way comparison of a text by its blocks: the paragraphs and list items of rich text, or the lines of plain text. */
import { diffArrays } from 'diff'
import type { Versions } from './merge-additions.ts'

/** Who changed a value since the base. If both did, the user has to choose. */
export type ChangedBy = 'mine' | 'theirs' | 'both'

/** Consecutive blocks of a text in both versions. `none` means that both versions have the same. */
type TextSegment = { changedBy: ChangedBy | 'none'; mine: readonly string[]; theirs: readonly string[] }

/** The segments of a text in order. The blocks of one side of all segments are that side's text. */
export type TextComparison = { isRichText: boolean; segments: readonly TextSegment[] }

/** Compares two versions of a text with their base, block by block. What each side added is a segment of its own. */
export function compareTextVersions(versions: Versions<string>): TextComparison {
  const texts = Object.values(versions).filter((text) => text !== '')
  const isRichText = texts.length > 0 && texts.every((text) => RICH_TEXT.test(text))
  // Plain text that one side has turned into rich text has no blocks in common.
  const isMixed = !isRichText && texts.some((text) => RICH_TEXT.test(text))
  const split = (text: string) => {
    if (isRichText) return splitRichText(text)
    return isMixed ? [text] : text.split('\n')
  }
  const base = split(versions.base)
  const mine = alignBlocks(base, split(versions.mine))
  const theirs = alignBlocks(base, split(versions.theirs))
  const segments: TextSegment[] = []
  for (let index = 0; index <= base.length; index += 1) {
    segments.push(...compareAdditions(mine.additions[index] ?? [], theirs.additions[index] ?? []))
    const block = base[index]
    if (block !== undefined) segments.push(compareBlock([block], mine.blocks[index] ?? [], theirs.blocks[index] ?? []))
  }
  return { isRichText, segments: joinSegments(segments) }
}

/** Returns a text with the side of each segment that `isMine` selects by the segment's index. */
export function joinTextSegments({ isRichText, segments }: TextComparison, isMine: (index: number) => boolean): string {
  const blocks = segments.flatMap(({ mine, theirs }, index) => (isMine(index) ? mine : theirs))
  return joinTextBlocks(blocks, isRichText)
}

/** Joins blocks to a text. Neighbouring items of lists of the same kind become one list. */
export const joinTextBlocks = (blocks: readonly string[], isRichText: boolean): string =>
  isRichText ? blocks.join('').replaceAll(LIST_SEAM, '') : blocks.join('\n')

const RICH_TEXT = /^\s*<(p|ul|ol)[\s>]/
const LIST_SEAM = /<\/ul><ul>|<\/ol><ol>/g
const TAG = /<(\/?)(?:p|ul|ol|li)\b[^>]*>/gi
const LIST = /^\s*<(ul|ol)\b[^>]*>(.*)<\/\1>\s*$/is

/** Splits rich text into paragraphs and list items, each item inside a list of its own. */
const splitRichText = (html: string): string[] =>
  splitElements(html).flatMap((element) => {
    const [, list, items] = LIST.exec(element) ?? []
    return items === undefined ? [element] : splitElements(items).map((item) => `<${list}>${item}</${list}>`)
  })

/** Splits HTML into its outermost block elements and the texts between them. */
function splitElements(html: string): string[] {
  const elements: string[] = []
  let depth = 0
  let start = 0
  const endElement = (end: number) => {
    elements.push(html.slice(start, end))
    start = end
  }
  for (const { 0: tag, 1: slash, index } of html.matchAll(TAG)) {
    if (depth === 0) endElement(index)
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1))
    if (depth === 0) endElement(index + tag.length)
  }
  endElement(html.length)
  return elements.filter((element) => element.trim() !== '')
}

/** What became of each block of the base (no block if it was removed), and what was added before each and at the end. */
type Alignment = { blocks: string[][]; additions: string[][] }

function alignBlocks(base: readonly string[], other: readonly string[]): Alignment {
  const blocks = base.map((block) => [block])
  const additions = Array.from({ length: base.length + 1 }, (): string[] => [])
  let position = 0
  let removedCount = 0
  let added: string[] = []
  /** Pairs removed blocks with those added in their place; what remains was removed or added. */
  const endReplacement = () => {
    const start = position - removedCount
    for (let offset = 0; offset < removedCount; offset += 1) blocks[start + offset] = added.slice(offset, offset + 1)
    additions[position]?.push(...added.slice(removedCount))
    removedCount = 0
    added = []
  }
  for (const change of diffArrays([...base], [...other])) {
    if (change.added) added.push(...change.value)
    else {
      if (!change.removed) endReplacement()
      position += change.value.length
      if (change.removed) removedCount += change.value.length
    }
  }
  endReplacement()
  return { blocks, additions }
}

function compareBlock(base: readonly string[], mine: readonly string[], theirs: readonly string[]): TextSegment {
  const isSame = (side: readonly string[], other: readonly string[]) =>
    side.length === other.length && side[0] === other[0]
  if (isSame(mine, theirs)) return { changedBy: 'none', mine, theirs }
  if (isSame(base, theirs)) return { changedBy: 'mine', mine, theirs }
  return { changedBy: isSame(base, mine) ? 'theirs' : 'both', mine, theirs }
}

/** Compares what was added at the same place. Both additions stay; what both added is added once. */
const compareAdditions = (mine: readonly string[], theirs: readonly string[]): TextSegment[] =>
  diffArrays([...theirs], [...mine]).map(({ added, removed, value }) => {
    if (added) return { changedBy: 'mine', mine: value, theirs: [] }
    if (removed) return { changedBy: 'theirs', mine: [], theirs: value }
    return { changedBy: 'none', mine: value, theirs: value }
  })

/** Joins neighbouring segments that the same side changed. Blocks that both changed are chosen one by one. */
function joinSegments(segments: readonly TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    if (last && last.changedBy === segment.changedBy && segment.changedBy !== 'both')
      joined.splice(-1, 1, {
        changedBy: last.changedBy,
        mine: [...last.mine, ...segment.mine],
        theirs: [...last.theirs, ...segment.theirs],
      })
    else joined.push(segment)
  }
  return joined
}
