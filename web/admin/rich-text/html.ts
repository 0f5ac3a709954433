/** Parses HTML for the editor and serializes it, byte for byte as the server's sanitizer writes it. */
import type { JSONContent } from '@tiptap/core'
import { type DOMOutputSpec, DOMParser, type Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { RICH_TEXT_SCHEMA } from './schema.ts'

/** Parses HTML into an editor document. The HTML is parsed in a template, so no script runs and nothing is loaded. */
export function parseHtml(html: string): JSONContent {
  const template = document.createElement('template')
  template.innerHTML = html
  unwrapForms(template.content)
  return DOMParser.fromSchema(RICH_TEXT_SCHEMA).parse(template.content, { preserveWhitespace: true }).toJSON()
}

/** Replaces forms with their content: field names shadow form properties that the parser reads (DOM clobbering). */
function unwrapForms(content: DocumentFragment) {
  for (const form of content.querySelectorAll('form')) {
    const range = document.createRange()
    range.selectNodeContents(form)
    const inner = range.extractContents()
    range.selectNode(form)
    range.deleteContents()
    range.insertNode(inner)
  }
}

/** Returns an editor document as HTML; '' if it is empty. */
export function serializeHtml(document: Node): string {
  const onlyChild = document.childCount === 1 ? document.firstChild : null
  if (onlyChild?.type.name === 'paragraph' && onlyChild.childCount === 0) return ''
  return serializeFragment(document.content)
}

/** Serializes nodes; marks that continue in the next node stay open. */
function serializeFragment(content: Fragment): string {
  const openMarks: Mark[] = []
  let html = ''
  const closeTo = (depth: number) => {
    while (openMarks.length > depth) html += getMarkTags(openMarks.pop())[1]
  }
  content.forEach((node) => {
    const firstToClose = openMarks.findIndex((mark, index) => !node.marks[index]?.eq(mark))
    closeTo(firstToClose === -1 ? openMarks.length : firstToClose)
    for (const mark of node.marks.slice(openMarks.length)) {
      html += getMarkTags(mark)[0]
      openMarks.push(mark)
    }
    html += serializeNode(node)
  })
  closeTo(0)
  return html
}

function serializeNode(node: Node): string {
  if (node.isText) return escapeText(node.text ?? '')
  const [start, end] = splitTags(node.type.spec.toDOM?.(node))
  return node.isLeaf ? start.replace(/>$/, ' />') : `${start}${serializeFragment(node.content)}${end}`
}

const getMarkTags = (mark: Mark | undefined) => splitTags(mark?.type.spec.toDOM?.(mark, true))

/** Returns the start and end tag for the schema's output spec: a tag name and optional attributes. */
function splitTags(spec: DOMOutputSpec | undefined): [start: string, end: string] {
  if (!Array.isArray(spec)) throw new Error('the schema must render each node and mark as one element')
  const [tag, attributes] = spec
  const tagText = isAttributes(attributes)
    ? Object.entries(attributes).map(
        ([name, value]) => ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`,
      )
    : []
  return [`<${tag}${tagText.join('')}>`, `</${tag}>`]
}

const isAttributes = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
