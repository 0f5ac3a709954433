/** Finds which field of previewed content a text or picture of the page shows. */

/** A value of the content that can be seen on a page, and its path: `hero.title`. */
export type ShownField = { path: string; text: string; isRichText: boolean }

/** What was clicked: its text or the address of its picture, and how many equal ones come before it on the page. */
type Clicked = { text: string; index: number }

const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Lists the texts of content with their paths, in its order. Texts of one character say too little about their field. */
export function listShownFields(content: unknown, path = ''): ShownField[] {
  if (typeof content === 'string') {
    const isRichText = /<[a-z][^>]*>/i.test(content)
    const text = normalize(isRichText ? content.replaceAll(/<[^>]+>/g, ' ') : content)
    return text.length > 1 ? [{ path, text, isRichText }] : []
  }
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => listShownFields(value, path === '' ? key : `${path}.${key}`))
}

/**
 * Returns the path of the field that shows a text: of those with exactly this text the one in the same place of the order,
 * or else a rich text that contains it. `undefined` if there is none.
 */
export function findShownField(fields: readonly ShownField[], { text, index }: Clicked): string | undefined {
  const clicked = normalize(text)
  if (clicked.length < 2) return undefined
  const equal = fields.filter((field) => field.text === clicked)
  if (equal.length > 0) return equal[Math.min(index, equal.length - 1)]?.path
  return fields.find((field) => field.isRichText && field.text.includes(clicked))?.path
}
