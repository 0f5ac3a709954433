/**
 * Pastes and drops external content as plain text, with one paragraph per line. The events are handled before ProseMirror
 * parses the HTML, whose inline styles would violate the content security policy.
 */
import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'

export const plainTextPasteHandlers: EditorProps['handleDOMEvents'] = {
  paste(view, event) {
    event.preventDefault()
    insertText(view, event.clipboardData?.getData('text/plain') ?? '')
    return true
  },

  /** Inserts dropped content as plain text; content that is moved within the text keeps its formatting. */
  drop(view, event) {
    if (view.dragging) return false
    event.preventDefault()
    const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (position) insertText(view, event.dataTransfer?.getData('text/plain') ?? '', position.pos)
    return true
  },
}

/** Converts lines to paragraphs; the first and last one join the surrounding text. */
function toPlainSlice(schema: Schema, text: string): Slice {
  const lines = text
    .replaceAll('\u0000', '')
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
  return new Slice(Fragment.from(lines), 1, 1)
}

function insertText(view: EditorView, text: string, position?: number) {
  if (text === '' || !view.editable) return
  const { tr, schema } = view.state
  const slice = toPlainSlice(schema, text)
  view.dispatch(
    (position === undefined ? tr.replaceSelection(slice) : tr.replaceRange(position, position, slice)).scrollIntoView(),
  )
}
