import { EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { parseHtml, serializeHtml } from './html.ts'
import { plainPaste } from './plain-paste.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { EXTENSIONS } from './schema.ts'

export type RichTextEditorProps = {
  id: string
  label: string
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  /** The initial value; the editor owns later ones. */
  html: string
  onChange: (html: string) => void
}

/** A text with its toolbar. Large: it is loaded if a form shows one. */
export function RichTextEditor({ id, label, describedBy, isInvalid, isReadOnly, html, onChange }: RichTextEditorProps) {
  const [content] = useState(() => parseHtml(html))
  const attributes = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    class: 'rich-text rich-text-area',
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
  }
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    editable: !isReadOnly,
    // Its styles would need an exception of the content policy; ours stand in editing.css.
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: changed }) => onChange(serializeHtml(changed.state.doc)),
    editorProps: {
      // Tab leaves the text, as it leaves every other field.
      handleDOMEvents: { ...plainPaste, keydown: (_, event) => event.key === 'Tab' },
      attributes,
    },
  })

  return (
    <div className={`rich-text-frame ${isInvalid ? 'border-danger' : ''}`}>
      {!isReadOnly && <RichTextToolbar editor={editor} label={label} />}
      <EditorContent editor={editor} />
    </div>
  )
}
