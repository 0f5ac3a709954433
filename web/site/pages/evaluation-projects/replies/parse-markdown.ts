/**
 * Reads the Markdown of agents' replies: what they commonly use, as data without HTML. What isn't understood stays as it was
 * typed. Links aren't followed and pictures not loaded, so that a reply reaches nobody.
 */

export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis' | 'deleted'; text: string }
  | { kind: 'link' | 'image'; text: string; url: string }

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }
/** `marker` is `•` or the item's own number; `level` counts from 0. */
type ListItem = { level: number; marker: string; content: Inline[] }

/** Markers are searched for so far: further ones would take quadratic time in a text of nothing but openings. */
const REACH = 1_000

const findWithin = (text: string, marker: string, from: number): number => {
  const index = text.slice(from, from + REACH).indexOf(marker)
  return index === -1 ? -1 : from + index
}

type Found = { inline: Inline; end: number }

const PAIRS = [
  { marker: '**', kind: 'strong' },
  { marker: '__', kind: 'strong' },
  { marker: '~~', kind: 'deleted' },
  { marker: '`', kind: 'code' },
  { marker: '*', kind: 'emphasis' },
] as const

/** Returns what stands between two equal markers; nothing if it is blank, begins or ends with a space, or never ends. */
function findPair(text: string, start: number): Found | undefined {
  const pair = PAIRS.find(({ marker }) => text.startsWith(marker, start))
  if (!pair) return undefined
  const { marker, kind } = pair
  const from = start + marker.length
  const close = findWithin(text, marker, from)
  const inner = close === -1 ? '' : text.slice(from, close)
  if (inner === '' || (kind !== 'code' && inner !== inner.trim())) return undefined
  return { inline: { kind, text: inner }, end: close + marker.length }
}

/** Returns a link or a picture. */
function findReference(text: string, start: number): Found | undefined {
  const isImage = text.startsWith('![', start)
  if (!isImage && text[start] !== '[') return undefined
  const from = start + (isImage ? 2 : 1)
  const middle = findWithin(text, '](', from)
  const close = middle === -1 ? -1 : findWithin(text, ')', middle)
  if (close === -1) return undefined
  const inline = {
    kind: isImage ? 'image' : 'link',
    text: text.slice(from, middle),
    url: text.slice(middle + 2, close),
  } as const
  return { inline, end: close + 1 }
}

const SPECIAL = /[*_~`[!\\]/g

/** Returns the parts of a line or paragraph. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let plain = ''
  let position = 0
  const addPlain = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  while (position < text.length) {
    SPECIAL.lastIndex = position
    const special = SPECIAL.exec(text)?.index ?? text.length
    plain += text.slice(position, special)
    position = special
    if (text[position] === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(position + 1))) {
      plain += text.charAt(position + 1)
      position += 2
      continue
    }
    const found = findReference(text, position) ?? findPair(text, position)
    if (found) {
      addPlain()
      parts.push(found.inline)
      position = found.end
    } else if (position < text.length) {
      plain += text.charAt(position)
      position += 1
    }
  }
  addPlain()
  return parts
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}#{1,6}\s+/
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/
const QUOTE = /^ {0,3}>\s?/
const ITEM = /^(\s*)(?:([-*+])|(\d{1,4})[.)、])\s+/
const isDivider = (line: string): boolean => line.includes('-') && /^[\s|:-]+$/.test(line)
const isRow = (line: string | undefined): line is string => line?.includes('|') === true

/** The cells of a line of a table, without those before the first and after the last bar. */
function splitCells(line: string): Inline[][] {
  const trimmed = line.trim()
  const inner = trimmed.slice(trimmed.startsWith('|') ? 1 : 0, trimmed.endsWith('|') ? -1 : undefined)
  return inner.split('|').map((cell) => parseInline(cell.trim()))
}

type Taken = { block: Block; next: number }

function takeCode(lines: readonly string[], start: number): Taken | undefined {
  const fence = FENCE.exec(lines[start] ?? '')?.[1]
  if (fence === undefined) return undefined
  // A reply that was cut may lack the end.
  const last = findEnd(lines, start + 1, (line) => !line.trim().startsWith(fence))
  return { block: { kind: 'code', text: lines.slice(start + 1, last).join('\n') }, next: last + 1 }
}

/** Takes lines as long as they match, and returns where they end. */
function findEnd(lines: readonly string[], start: number, matches: (line: string) => boolean): number {
  let end = start
  while (end < lines.length && matches(lines[end] ?? '')) end += 1
  return end
}

function takeTable(lines: readonly string[], start: number): Taken | undefined {
  const [header, divider] = [lines[start], lines[start + 1]]
  if (!isRow(header) || !isRow(divider) || !isDivider(divider)) return undefined
  const end = findEnd(lines, start + 2, isRow)
  const rows = lines.slice(start + 2, end).map(splitCells)
  return { block: { kind: 'table', header: splitCells(header), rows }, next: end }
}

const INDENT = 2
const LEVEL_MAX = 5

function takeList(lines: readonly string[], start: number): Taken | undefined {
  const end = findEnd(lines, start, (line) => ITEM.test(line))
  if (end === start) return undefined
  const items = lines.slice(start, end).map((line): ListItem => {
    const [opening = '', indent = '', , number] = ITEM.exec(line) ?? []
    const level = Math.min(Math.floor(indent.length / INDENT), LEVEL_MAX)
    return {
      level,
      marker: number === undefined ? '•' : `${number}.`,
      content: parseInline(line.slice(opening.length)),
    }
  })
  return { block: { kind: 'list', items }, next: end }
}

function takeQuote(lines: readonly string[], start: number): Taken | undefined {
  const end = findEnd(lines, start, (line) => QUOTE.test(line))
  if (end === start) return undefined
  const text = lines.slice(start, end).map((line) => line.replace(QUOTE, ''))
  return { block: { kind: 'quote', content: parseInline(text.join('\n')) }, next: end }
}

function takeLine(lines: readonly string[], start: number): Taken | undefined {
  const line = lines[start] ?? ''
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: start + 1 }
  if (!HEADING.test(line)) return undefined
  return { block: { kind: 'heading', content: parseInline(line.replace(HEADING, '').trim()) }, next: start + 1 }
}

const TAKERS = [takeCode, takeTable, takeLine, takeQuote, takeList]
const takeSpecial = (lines: readonly string[], start: number): Taken | undefined => {
  for (const take of TAKERS) {
    const taken = take(lines, start)
    if (taken) return taken
  }
  return undefined
}

/** Returns the blocks of a text, in time linear in its length. */
export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let paragraph: string[] = []
  const addParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: parseInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (let index = 0; index < lines.length; ) {
    const taken = takeSpecial(lines, index)
    if (taken) {
      addParagraph()
      blocks.push(taken.block)
      index = taken.next
      continue
    }
    const line = lines[index] ?? ''
    if (line.trim() === '') addParagraph()
    else paragraph.push(line)
    index += 1
  }
  addParagraph()
  return blocks
}
