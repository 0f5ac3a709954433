/** Tokenizes rich text (blocks, words, breaks, pictures) for the comparison of two versions. */
import { isRichTextImage, RICH_TEXT_TAGS } from '#contracts/rules/rich-text.ts'
import { splitIntoWords } from './compare-texts.ts'

/** The kind of a block: a paragraph, or an item of an unordered or ordered list. */
export type RichBlock = 'p' | 'ul' | 'ol'

/** `marks` are the tags and classes that format a word, `href` is the link that contains it ('' if none). */
export type RichToken =
  | { kind: 'block'; block: RichBlock; className: string }
  | { kind: 'word'; text: string; marks: readonly string[]; href: string }
  | { kind: 'break' }
  | { kind: 'picture'; source: string; alternative: string }

/** Matches a tag with its name and attributes, or the text up to the next tag. */
const TAG_OR_TEXT = /<(\/?)([a-z]+)([^>]*)>|[^<]+|</gi
const ATTRIBUTE = /([a-z]+)="([^"]*)"/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
}

/**
 * Parses HTML as the sanitizer writes it. Other tags are dropped, and their text is kept. The tokens contain no markup,
 * so they can be rendered safely as React elements.
 */
export function readRichText(html: string): RichToken[] {
  const tokens: RichToken[] = []
  const openTags: OpenTag[] = []
  for (const [match, closing, name = '', attributeText = ''] of html.matchAll(TAG_OR_TEXT)) {
    const tag = name.toLowerCase()
    if (tag === '') tokens.push(...readWords(decode(match), openTags))
    else if (closing) openTags.length = countRemainingTags(openTags, tag)
    else if (Object.hasOwn(RICH_TEXT_TAGS, tag)) {
      const attributes = readAttributes(attributeText)
      const className = (attributes.class ?? '').split(' ').filter(isAllowedClass(tag)).join(' ')
      tokens.push(...readLeaf(tag, attributes))
      if (tag === 'li' || (tag === 'p' && !isInItem(openTags)))
        tokens.push({ kind: 'block', block: findBlock(tag, openTags), className })
      if (tag !== 'br' && tag !== 'img') openTags.push({ tag, className, href: attributes.href ?? '' })
    }
  }
  return tokens
}

/** Returns a token as plain text. */
export function getTokenText(token: RichToken): string {
  if (token.kind === 'word') return token.text
  if (token.kind === 'picture') return token.alternative ? `（图片：${token.alternative}）` : '（图片）'
  return '\n'
}

type OpenTag = { tag: string; className: string; href: string }

const MARKS = new Set(['strong', 'em', 'u'])

function readWords(text: string, openTags: readonly OpenTag[]): RichToken[] {
  const marks = openTags.flatMap(({ tag, className }) => {
    if (MARKS.has(tag)) return [tag]
    return tag === 'span' && className !== '' ? [className] : []
  })
  const href = openTags.findLast(({ tag }) => tag === 'a')?.href ?? ''
  return splitIntoWords(text).map((word) => ({ kind: 'word', text: word, marks, href }))
}

function readLeaf(tag: string, { src = '', alt = '' }: Record<string, string>): RichToken[] {
  if (tag === 'br') return [{ kind: 'break' }]
  return tag === 'img' && isRichTextImage(src) ? [{ kind: 'picture', source: src, alternative: alt }] : []
}

const isInItem = (openTags: readonly OpenTag[]) => openTags.some(({ tag }) => tag === 'li')

const findBlock = (tag: 'p' | 'li', openTags: readonly OpenTag[]): RichBlock => {
  if (tag === 'p') return 'p'
  return openTags.findLast((parent) => parent.tag === 'ul' || parent.tag === 'ol')?.tag === 'ol' ? 'ol' : 'ul'
}

/** Returns the number of tags that remain open after a closing tag. A stray closing tag closes none. */
const countRemainingTags = (openTags: readonly OpenTag[], tag: string): number => {
  const index = openTags.findLastIndex((candidate) => candidate.tag === tag)
  return index === -1 ? openTags.length : index
}

const isAllowedClass = (tag: string) => (name: string) => RICH_TEXT_TAGS[tag]?.includes(name) ?? false

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]),
  )

const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (entity, name) => ENTITIES[name] ?? entity)
