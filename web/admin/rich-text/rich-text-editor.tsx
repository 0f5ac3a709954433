import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { FileDropArea } from '../components/file-drop-area.tsx'
import { parseHtml, serializeHtml } from './html.ts'
import { plainTextPasteHandlers } from './plain-paste.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { EXTENSIONS } from './schema.ts'
import { createTypedValues } from './typed-values.ts'
import { useInlineImages } from './use-inline-images.ts'

type RichTextEditorProps = {
  id: string
  label: string
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  /** The current value. A value that wasn't typed here, such as after an undo, replaces the text. */
  html: string
  /** The saved version that is being edited. */
  version: number
  onChange: (html: string) => void
}

/** The rich-text editor with its toolbar. Large, so loaded on demand. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, label, describedBy, isInvalid, isReadOnly, html, version, onChange } = props
  const [content] = useState(() => parseHtml(html))
  const [values] = useState(() => createTypedValues(html))
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
    // Tiptap's styles would violate the content security policy; ours are in editing.css.
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    shouldRerenderOnTransaction: false,
    onUpdate({ editor: changed }) {
      const value = serializeHtml(changed.state.doc)
      values.report(value)
      onChange(value)
    },
    editorProps: {
      // Tab moves the focus to the next field, as in every other field.
      handleDOMEvents: { ...plainTextPasteHandlers, keydown: (_, event) => event.key === 'Tab' },
      attributes,
    },
  })
  const images = useInlineImages(editor, version)
  useEffect(() => {
    if (values.receive(html)) editor.commands.setContent(parseHtml(html), { emitUpdate: false })
  }, [editor, html, values])

  return (
    <FileDropArea
      className={`rich-text-frame ${isInvalid ? 'border-danger' : ''}`}
      onFiles={isReadOnly ? undefined : images.add}
    >
      {!isReadOnly && <RichTextToolbar editor={editor} label={label} images={images} />}
      <EditorContent editor={editor} />
    </FileDropArea>
  )
}
