import sanitizeHtml from 'sanitize-html'
import { isRichTextImage, RICH_TEXT_LINK, RICH_TEXT_SYNONYMS, RICH_TEXT_TAGS } from '#contracts/rules/rich-text.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'

const linkAttributes = (href: string | undefined): sanitizeHtml.Attributes =>
  href && isSafeLink(href) ? { href, ...RICH_TEXT_LINK } : {}

/** More than any text needs: paragraphs inside paragraphs settle on the second pass. */
const MOST_PASSES = 5

/**
 * Keeps of a rich text what the editor can make. Takes any HTML, returns HTML that is safe to set in a page, and that
 * stays as it is when it goes through here again.
 */
export function sanitizeRichText(html: string): string {
  let current = html
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const sanitized = sanitizeOnce(current)
    if (sanitized === current) break
    current = sanitized
  }
  return current
}

const sanitizeOnce = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: Object.keys(RICH_TEXT_TAGS),
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedClasses: Object.fromEntries(Object.entries(RICH_TEXT_TAGS).map(([tag, classes]) => [tag, [...classes]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'template', 'svg', 'math', 'title'],
    nestingLimit: 30,
    transformTags: {
      ...Object.fromEntries(Object.entries(RICH_TEXT_SYNONYMS).map(([from, to]) => [from, to])),
      a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes.href) }),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !isRichTextImage(frame.attribs.src ?? ''),
  })
