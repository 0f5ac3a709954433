import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useEditor, useEditorState } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor,
}))

/** A rich text, stored as HTML. */
export function RichTextField({ field, path }: { field: FieldOf<'rich-text'>; path: string }) {
  const { canEdit } = useEditor()
  const [html, setHtml] = useTextAt(path)
  const version = useEditorState(({ loaded }) => loaded.version)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint} isGroup>
      {(control) => (
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
          <RichTextEditor
            id={control.id}
            label={field.label}
            describedBy={control['aria-describedby']}
            isInvalid={control['aria-invalid'] === true}
            isReadOnly={!canEdit}
            html={html}
            version={version}
            onChange={setHtml}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
