/** From HTML into the editor and out of it, letter by letter as the server's sanitiser writes it. */
import type { JSONContent } from '@tiptap/core'
import { type DOMOutputSpec, DOMParser, type Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { RICH_TEXT_SCHEMA } from './schema.ts'

/** What the editor makes of an HTML text. The text is parsed where no script runs and nothing is loaded. */
export function documentOf(html: string): JSONContent {
  const template = document.createElement('template')
  template.innerHTML = html
  openForms(template.content)
  return DOMParser.fromSchema(RICH_TEXT_SCHEMA).parse(template.content, { preserveWhitespace: true }).toJSON()
}

/** Leaves of each form what is in it: its fields' names would stand for its own properties, which the parser reads. */
function openForms(content: DocumentFragment) {
  for (const form of content.querySelectorAll('form')) {
    const range = document.createRange()
    range.selectNodeContents(form)
    const inner = range.extractContents()
    range.selectNode(form)
    range.deleteContents()
    range.insertNode(inner)
  }
}

/** A document of the editor as HTML; one without any content is ''. */
export function htmlOf(document: Node): string {
  const only = document.childCount === 1 ? document.firstChild : null
  if (only?.type.name === 'paragraph' && only.childCount === 0) return ''
  return contentOf(document.content)
}

/** Marks that go on from one node to the next are left open between them. */
function contentOf(content: Fragment): string {
  const open: Mark[] = []
  let html = ''
  const closeTo = (depth: number) => {
    while (open.length > depth) html += halvesOf(open.pop())[1]
  }
  content.forEach((node) => {
    const shared = open.findIndex((mark, at) => !node.marks[at]?.eq(mark))
    closeTo(shared === -1 ? open.length : shared)
    for (const mark of node.marks.slice(open.length)) {
      html += halvesOf(mark)[0]
      open.push(mark)
    }
    html += nodeOf(node)
  })
  closeTo(0)
  return html
}

function nodeOf(node: Node): string {
  if (node.isText) return escaped(node.text ?? '')
  const [start, end] = halves(node.type.spec.toDOM?.(node))
  return node.isLeaf ? start.replace(/>$/, ' />') : `${start}${contentOf(node.content)}${end}`
}

const halvesOf = (mark: Mark | undefined) => halves(mark?.type.spec.toDOM?.(mark, true))

/** An element's two tags, of what the schema says of it: a name, and attributes where it has any. */
function halves(spec: DOMOutputSpec | undefined): [start: string, end: string] {
  if (!Array.isArray(spec)) throw new Error('the schema draws each node and mark as one element')
  const [tag, attributes] = spec
  const written = isAttributes(attributes)
    ? Object.entries(attributes).map(
        ([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;')}"`,
      )
    : []
  return [`<${tag}${written.join('')}>`, `</${tag}>`]
}

const isAttributes = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
