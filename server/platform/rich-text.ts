import { isRichTextImage, RICH_TEXT_LINK, RICH_TEXT_SYNONYMS, RICH_TEXT_TAGS } from '#contracts/rules/rich-text.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { type Attributes, sanitizeHtml } from '#server/platform/sanitize-html.ts'
import { sha256 } from '#server/platform/sha256.ts'

const linkAttributes = (href: string | undefined): Attributes =>
  href && isSafeLink(href) ? { href, ...RICH_TEXT_LINK } : {}

/** More than any text needs: nested paragraphs are stable after the second pass. */
const MAX_PASSES = 5

/**
 * Sanitizes rich text to what the editor can produce. Takes any HTML, returns HTML that is safe in a page. Idempotent.
 */
export function sanitizeRichText(html: string): string {
  if (html === '' || isSanitized(html)) return html
  let current = html
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const sanitized = sanitizeOnce(current)
    if (sanitized === current) {
      cacheSanitized(sanitized)
      break
    }
    current = sanitized
  }
  return current
}

/** Stored texts are sanitized whenever they are read; the digests of known results save repeated work. */
const sanitizedDigests = new Set<string>()
const MAX_DIGESTS = 20_000

export const isSanitized = (html: string): boolean => sanitizedDigests.has(sha256(html))

/** Records a text that sanitizing leaves unchanged. */
export function cacheSanitized(html: string): void {
  if (sanitizedDigests.size >= MAX_DIGESTS) sanitizedDigests.clear()
  sanitizedDigests.add(sha256(html))
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
