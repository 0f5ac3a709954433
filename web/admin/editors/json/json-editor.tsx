import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { parsePath } from '../../components/json-path.ts'
import { validateDocument } from '../document-calls.ts'
import { getLabel } from '../form/field-paths.ts'
import { FORMS } from '../forms/forms.ts'
import { jsonCompletion } from './json-completion.ts'
import { jsonEditorTheme } from './json-editor-theme.ts'
import { findRange } from './json-positions.ts'
import { parseJson } from './parse-json.ts'

type JsonEditorProps = {
  kind: DocumentKind
  /** The initial text; later changes are only made by typing. */
  initialText: string
  isReadOnly: boolean
  /** Whether the editor takes the focus when it appears. */
  hasInitialFocus: boolean
  /** The offset of the syntax error at the last attempt to leave JSON mode. */
  errorOffset: number | undefined
  onChange: (text: string) => void
}

/** The JSON editor, with completion, folding, and validation by the contract. */
export function JsonEditor({ kind, initialText, isReadOnly, hasInitialFocus, errorOffset, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const initialProps = useRef({ kind, initialText, isReadOnly, hasInitialFocus, onChange })

  useEffect(() => {
    if (!host.current) return
    const props = initialProps.current
    const editorView = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: props.initialText,
        extensions: [
          ...createExtensions(props.kind),
          EditorState.readOnly.of(props.isReadOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) props.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editorView
    if (props.hasInitialFocus) editorView.focus()
    return () => editorView.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    if (errorOffset === undefined || !editor) return
    const index = Math.min(errorOffset, editor.state.doc.length)
    editor.dispatch({ selection: { anchor: index }, effects: EditorView.scrollIntoView(index, { y: 'center' }) })
    editor.focus()
  }, [errorOffset])

  return <div ref={host} className="h-[70dvh] overflow-hidden rounded-card border border-line" />
}

const createExtensions = (kind: DocumentKind) => [
  lineNumbers(),
  foldGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  search({ top: true }),
  json(),
  linter((view) => lint(kind, view.state)),
  lintGutter(),
  autocompletion({ override: [jsonCompletion(kind)] }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': '内容的JSON文本', tabindex: '0' }),
  jsonEditorTheme,
]

/** Returns the syntax error of the text, else the validation errors, each with its range. */
function lint(kind: DocumentKind, state: EditorState): Diagnostic[] {
  const text = state.doc.toString()
  const parsed = parseJson(text)
  if ('error' in parsed) {
    const from = Math.min(parsed.error.offset ?? 0, text.length)
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: parsed.error.message }]
  }
  return validateDocument(kind, parsed.document).map(({ path, message }) => ({
    ...findRange(state, parsePath(path)),
    severity: 'error',
    message: `${getLabel(FORMS[kind], path)}：${message}`,
  }))
}
