import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { lightDark, TONES } from '#contracts/palette.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { parsePath } from '../../components/json-path.ts'
import { validateDocument } from '../document-calls.ts'
import { getLabel } from '../form/field-paths.ts'
import { FORMS } from '../forms/forms.ts'
import { jsonCompletion } from './json-completion.ts'
import { findRange } from './json-positions.ts'
import { parseJson } from './parse-json.ts'

/** The theme of the JSON editor, from the shared design tokens, and CodeMirror's texts in Chinese. */
const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--indigo)' },
  { tag: tags.string, color: lightDark(TONES.green.text) },
  { tag: [tags.number, tags.bool, tags.null], color: lightDark(TONES.orange.text) },
  { tag: tags.punctuation, color: 'var(--muted)' },
])

const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '14px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--indigo)', outlineOffset: '-2px' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'ui-monospace, "Noto Sans Mono CJK SC", monospace' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--indigo-tint) !important',
  },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--sunken)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-foldPlaceholder': { color: 'var(--muted)', backgroundColor: 'var(--sunken)', border: '1px solid var(--line)' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-indigo)', backgroundColor: 'var(--indigo)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--muted)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-textfield, .cm-button': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--control)',
  },
  '.cm-searchMatch': {
    backgroundColor: lightDark({ light: TONES.yellow.background.light, dark: TONES.yellow.line.dark }),
  },
})

const phrases = EditorState.phrases.of({
  'Control character': '控制字符',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  'folded code': '已折叠的内容',
  unfold: '展开',
  'Fold line': '折叠这一行',
  'Unfold line': '展开这一行',
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部选中',
  'match case': '区分大小写',
  'by word': '整词',
  regexp: '正则表达式',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '在行',
  'No diagnostics': '没有问题',
  Diagnostics: '问题',
  Completions: '补全',
})

const jsonEditorTheme = [editorTheme, syntaxHighlighting(colors), phrases]

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
