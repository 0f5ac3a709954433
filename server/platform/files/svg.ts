import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { invalid } from '../app-error.ts'
import { sanitizeHtml } from '../sanitize-html.ts'

/**
 * The allowed elements: none that executes, loads, links or embeds foreign content. `use` is excluded, too: nested ones
 * expand exponentially.
 */
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const STRUCTURAL_TAGS = ['svg', 'g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop']
const TEXT = ['text', 'tspan', 'title', 'desc']
const TAGS_REMOVED_WITH_CONTENT = [
  'script',
  'style',
  'foreignObject',
  'iframe',
  'metadata',
  'textarea',
  'option',
  'noscript',
]

const ATTRIBUTES = [
  ...['id', 'transform', 'opacity', 'display', 'visibility', 'color', 'role', 'aria-label', 'aria-hidden'],
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'vector-effect'],
  ...['clip-path', 'clip-rule', 'mask', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'dx', 'dy', 'cx', 'cy', 'r', 'rx', 'ry'],
  ...['d', 'points', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'pathLength', 'offset', 'stop-color'],
  ...['stop-opacity', 'fx', 'fy', 'fr', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits'],
  ...['maskUnits', 'maskContentUnits', 'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor'],
  ...['dominant-baseline', 'letter-spacing', 'textLength', 'lengthAdjust', 'rotate'],
]

/**
 * Attributes that apply a mask or a clip path. A browser renders those again for each use, so masks that use each other
 * take exponential time.
 */
const REFERENCES = ['mask', 'clip-path']
const DEFINITIONS = new Set(['mask', 'clipPath'])
const MAX_REFERENCES = 200

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** `url(…)` may only reference a part of the same drawing. */
const isSafeValue = (value: string) =>
  !/url\s*\(|\\|javascript:|data:|@import/i.test(value) || /^url\(#[\w.-]+\)$/.test(value)

/**
 * Sanitizes an SVG to its drawing elements. Takes the file's bytes, returns SVG text. Masks and clip paths lose
 * references to others. Throws `invalid` if it isn't an SVG in UTF-8, or uses too many masks.
 */
export function sanitizeSvg(bytes: Uint8Array): string {
  let definitions = 0
  let references = 0
  const clean = sanitizeHtml(stripProlog(decode(bytes)), {
    allowedTags: [...STRUCTURAL_TAGS, ...SHAPES, ...TEXT],
    allowedAttributes: { '*': ATTRIBUTES },
    nonTextTags: TAGS_REMOVED_WITH_CONTENT,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    nestingLimit: 60,
    selfClosing: [...SHAPES, 'stop'],
    onOpenTag(name) {
      if (DEFINITIONS.has(name)) definitions += 1
    },
    onCloseTag(name) {
      if (DEFINITIONS.has(name)) definitions -= 1
    },
    transformTags: {
      '*': (tagName, attributes) => {
        const isDropped = (name: string) => definitions > 0 && REFERENCES.includes(name)
        const safeAttributes = Object.entries(attributes).filter(
          ([name, value]) => !isDropped(name) && isSafeValue(value),
        )
        references += safeAttributes.filter(([name]) => REFERENCES.includes(name)).length
        return { tagName, attribs: Object.fromEntries(safeAttributes) }
      },
    },
  }).trim()
  if (references > MAX_REFERENCES) throw invalid(ADMIN_MESSAGES.imageTooComplex)
  if (!/^<svg[\s>]/.test(clean) || !clean.endsWith('</svg>')) throw invalid(ADMIN_MESSAGES.imageBroken)
  return `<svg xmlns="${NAMESPACE}"${clean.slice('<svg'.length)}`
}

const DECLARATION = /^<\?xml[^>]*\?>/
const COMMENT = /^<!--[\s\S]*?-->/
const DOCUMENT_TYPE = /^<!DOCTYPE[^>[]*(\[[^\]]*\])?[^>]*>/i

/** Removes what precedes the root element: XML declaration, comments and document type. */
function stripProlog(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const prolog = [DECLARATION, COMMENT, DOCUMENT_TYPE].map((pattern) => pattern.exec(rest)?.[0]).find(Boolean)
    if (prolog === undefined) return rest
    rest = rest.slice(prolog.length).trimStart()
  }
}

/** Returns whether bytes start like an SVG. */
export const isSvg = (bytes: Uint8Array): boolean =>
  /^<svg[\s>]/.test(stripProlog(new TextDecoder().decode(bytes.subarray(0, 8_192))))

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(ADMIN_MESSAGES.imageBroken)
  }
}
