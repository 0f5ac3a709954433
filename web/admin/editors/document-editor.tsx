import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import { LoadErrorAlert } from '../components/load-error.tsx'
import { useConfirmedCall } from '../components/use-confirmed-call.tsx'
import { useCan } from '../session/session.ts'
import { CommentsProvider } from './comments/comments-provider.tsx'
import { createEditor } from './create-editor.ts'
import { documentQuery } from './document-calls.ts'
import { describeLoadError } from './document-error.ts'
import { createDocumentResource } from './document-resource.ts'
import { EditorProvider } from './editor-context.tsx'
import { EditorLayout } from './editor-layout.tsx'
import type { ExtraMode } from './extra-mode.ts'
import { FORMS } from './forms/forms.ts'

export type DocumentEditorProps = {
  kind: DocumentKind
  extra?: ExtraMode
  /** Whether the document's title differs from the screen's. */
  isTitleOwn?: boolean
}

/** Loads a content document and edits it. */
export function DocumentEditor({ kind, extra, isTitleOwn = false }: DocumentEditorProps) {
  const { data: loaded, isPending, isLoadingError, error, refetch } = useQuery(documentQuery(kind))
  if (isPending)
    return (
      <div className="px-4 py-6 md:px-8" aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    )
  if (isLoadingError)
    return (
      <div className="px-4 py-6 md:px-8">
        <LoadErrorAlert title={describeLoadError(kind, error)} onRetry={refetch} />
      </div>
    )
  return <LoadedEditor kind={kind} loaded={loaded} extra={extra} isTitleOwn={isTitleOwn} />
}

type LoadedEditorProps = DocumentEditorProps & { loaded: Versioned<JsonObject>; isTitleOwn: boolean }

function LoadedEditor({ kind, loaded, extra, isTitleOwn }: LoadedEditorProps) {
  const canEdit = useCan('content:write')
  const callConfirmed = useConfirmedCall()
  const [editor] = useState(() => {
    const form = FORMS[kind]
    return createEditor({
      resource: createDocumentResource(kind, callConfirmed),
      form,
      loaded,
      expandedSections: form.sections.slice(0, 1),
    })
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      <CommentsProvider subject={{ kind: 'document', id: kind }}>
        <EditorLayout title={DOCUMENT_LABELS[kind]} isTitleOwn={isTitleOwn} extra={extra} />
      </CommentsProvider>
    </EditorProvider>
  )
}
