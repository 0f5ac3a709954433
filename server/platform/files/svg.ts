import sanitizeHtml from 'sanitize-html'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { invalid } from '../app-error.ts'

/**
 * The allowed elements: none that runs, loads, links or embeds foreign content. `use` is excluded too: a few of them
 * inside each other expand without bounds.
 */
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const STRUCTURE = ['svg', 'g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop']
const WORDS = ['text', 'tspan', 'title', 'desc']
const NEITHER_SHOWN_NOR_READ = [
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
 * What applies a mask or a clip path. A browser draws those again for each use: where they use each other twice, the
 * drawing doubles with each of them.
 */
const REFERENCES = ['mask', 'clip-path']
const DEFINITIONS = new Set(['mask', 'clipPath'])
const MOST_REFERENCES = 200

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** `url(…)` may only name a part of the same drawing. */
const isSafeValue = (value: string) =>
  !/url\s*\(|\\|javascript:|data:|@import/i.test(value) || /^url\(#[\w.-]+\)$/.test(value)

/**
 * Keeps of an SVG what draws. Takes the file's bytes, returns SVG text with nothing else in it; masks and clip paths use
 * no others. Throws `invalid` for what is no SVG in UTF-8, and for one with too many uses of masks.
 */
export function sanitizeSvg(bytes: Uint8Array): string {
  let definitions = 0
  let references = 0
  const clean = sanitizeHtml(stripProlog(decode(bytes)), {
    allowedTags: [...STRUCTURE, ...SHAPES, ...WORDS],
    allowedAttributes: { '*': ATTRIBUTES },
    nonTextTags: NEITHER_SHOWN_NOR_READ,
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
  if (references > MOST_REFERENCES) throw invalid(ADMIN_MESSAGES.imageTooComplex)
  if (!/^<svg[\s>]/.test(clean) || !clean.endsWith('</svg>')) throw invalid(ADMIN_MESSAGES.imageBroken)
  return `<svg xmlns="${NAMESPACE}"${clean.slice('<svg'.length)}`
}

const DECLARATION = /^<\?xml[^>]*\?>/
const COMMENT = /^<!--[\s\S]*?-->/
const DOCUMENT_TYPE = /^<!DOCTYPE[^>[]*(\[[^\]]*\])?[^>]*>/i

/** Returns a drawing's text from its root on: a declaration, comments and a document type may come before that. */
function stripProlog(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const before = [DECLARATION, COMMENT, DOCUMENT_TYPE].map((form) => form.exec(rest)?.[0]).find(Boolean)
    if (before === undefined) return rest
    rest = rest.slice(before.length).trimStart()
  }
}

/** Returns whether bytes begin as an SVG does. */
export const isSvg = (bytes: Uint8Array): boolean =>
  /^<svg[\s>]/.test(stripProlog(new TextDecoder().decode(bytes.subarray(0, 8_192))))

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(ADMIN_MESSAGES.imageBroken)
  }
}
