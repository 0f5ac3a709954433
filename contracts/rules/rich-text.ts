/**
 * The markup allowed in detailed descriptions: exactly what the rich-text editor produces. Sizes, colours and
 * alignment are classes, not styles, so that the content security policy needs no exception.
 */
export const RICH_TEXT_SIZES = ['1', '2', '3', '4', '5', '6', '7'] as const
export const RICH_TEXT_COLORS = ['black', 'red', 'blue', 'green', 'yellow', 'purple'] as const
export const RICH_TEXT_ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
type RichTextSize = (typeof RICH_TEXT_SIZES)[number]
export type RichTextColor = (typeof RICH_TEXT_COLORS)[number]
export type RichTextAlignment = (typeof RICH_TEXT_ALIGNMENTS)[number]

/** Returns the CSS class of a size, a colour or an alignment. */
export const getSizeClass = (size: RichTextSize): string => `rt-size-${size}`
export const getColorClass = (color: RichTextColor): string => `rt-color-${color}`
export const getAlignmentClass = (alignment: RichTextAlignment): string => `rt-align-${alignment}`

/** The attributes of links in rich text: the target opens in a new page, and gets neither an opener nor a referrer. */
export const RICH_TEXT_LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' } as const

const alignments = RICH_TEXT_ALIGNMENTS.map(getAlignmentClass)
const marks = [...RICH_TEXT_SIZES.map(getSizeClass), ...RICH_TEXT_COLORS.map(getColorClass)]

/** The allowed tags, with their allowed classes. */
export const RICH_TEXT_TAGS: Readonly<Record<string, readonly string[]>> = {
  p: alignments,
  br: [],
  strong: [],
  em: [],
  u: [],
  ul: [],
  ol: [],
  li: alignments,
  span: marks,
  a: [],
  img: [],
}

/** Elements that browsers' own editors produce, and the tags that replace them. */
export const RICH_TEXT_SYNONYMS: Readonly<Record<string, string>> = { b: 'strong', i: 'em', div: 'p' }

/** Returns whether an inline image was uploaded to this site. */
export const isRichTextImage = (source: string): boolean =>
  /^\/uploads\/[\w./-]+$/.test(source) && !source.includes('..')
