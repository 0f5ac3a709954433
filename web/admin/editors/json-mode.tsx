import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useDocumentKind, useEditor } from './editor-context.tsx'
import type { JsonFault } from './json/parse-json.ts'

const JsonEditor = lazy(async () => ({ default: (await import('./json/json-editor.tsx')).JsonEditor }))

/** The document as text. The editor is large: it is loaded when this mode is first opened. */
export function JsonMode({ fault }: { fault: JsonFault | null }) {
  const kind = useDocumentKind()
  const { store, canEdit } = useEditor()
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <JsonEditor
        kind={kind}
        initialText={store.get().text}
        isReadOnly={!canEdit}
        faultOffset={fault?.offset}
        onChange={store.setText}
      />
    </Suspense>
  )
}
