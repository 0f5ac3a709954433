/** The theme of the JSON editor, from the shared design tokens, and CodeMirror's texts in Chinese. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { lightDark, TONES } from '#contracts/palette.ts'

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

export const jsonEditorTheme = [editorTheme, syntaxHighlighting(colors), phrases]
