/**
 * What is pasted or dropped from elsewhere comes in as plain text, a paragraph a line (spec 3 §2.5). It is taken before
 * ProseMirror reads it: that would parse its HTML, whose inline styles the content policy refuses aloud.
 */
import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'

/** Lines as paragraphs, the first and the last of which join what they are put between. */
function toPlainSlice(schema: Schema, text: string): Slice {
  const lines = text
    .replaceAll('\u0000', '')
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
  return new Slice(Fragment.from(lines), 1, 1)
}

function insert(view: EditorView, text: string, at?: number) {
  if (text === '' || !view.editable) return
  const { tr, schema } = view.state
  const slice = toPlainSlice(schema, text)
  view.dispatch((at === undefined ? tr.replaceSelection(slice) : tr.replaceRange(at, at, slice)).scrollIntoView())
}

export const plainPaste: EditorProps['handleDOMEvents'] = {
  paste(view, event) {
    event.preventDefault()
    insert(view, event.clipboardData?.getData('text/plain') ?? '')
    return true
  },

  /** Returns what is moved within the text keeps its form. */
  drop(view, event) {
    if (view.dragging) return false
    event.preventDefault()
    const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (place) insert(view, event.dataTransfer?.getData('text/plain') ?? '', place.pos)
    return true
  },
}
