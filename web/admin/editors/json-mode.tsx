import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useDocumentKind, useEditor, useEditorState } from './editor-context.tsx'

const JsonEditor = lazy(async () => ({ default: (await import('./json/json-editor.tsx')).JsonEditor }))

/** The document as JSON text. The text editor is large, so it is loaded when this mode is first opened. */
export function JsonMode({ hasInitialFocus = false }: { hasInitialFocus?: boolean }) {
  const kind = useDocumentKind()
  const { store, canEdit } = useEditor()
  const errorOffset = useEditorState(({ jsonError }) => jsonError?.offset)
  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
      <JsonEditor
        kind={kind}
        initialText={store.get().text}
        isReadOnly={!canEdit}
        hasInitialFocus={hasInitialFocus}
        errorOffset={errorOffset}
        onChange={store.setText}
      />
    </Suspense>
  )
}
