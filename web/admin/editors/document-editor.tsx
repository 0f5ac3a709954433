import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { DOCUMENT_EDITOR } from '#contracts/admin-pages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_LABELS, type DocumentKind, type DraftKind, isDraftKind } from '#contracts/vocabulary.ts'
import { isNotFound } from '../../shared/call-error.ts'
import type { Versioned } from '../../shared/versioned/edits.ts'
import { LoadErrorAlert } from '../components/load-error.tsx'
import { UNSCHEDULE_TEXTS, useConfirmedCall } from '../components/use-confirmed-call.tsx'
import { usePageQuery } from '../components/use-page-query.ts'
import { useCan } from '../session/session.ts'
import { CommentsProvider } from './comments/comments-provider.tsx'
import { createDraftResource, draftQuery } from './content-draft/draft-resource.ts'
import { MissingDraft } from './content-draft/missing-draft.tsx'
import { useRefetchDrafts } from './content-draft/use-draft-status.ts'
import { createEditor } from './create-editor.ts'
import { documentQuery } from './document-calls.ts'
import { describeLoadError } from './document-error.ts'
import { createDocumentDrafts, createDocumentResource } from './document-resource.ts'
import { EditorProvider } from './editor-context.tsx'
import { EditorLayout } from './editor-layout.tsx'
import type { EditorResource } from './editor-resource.ts'
import type { ExtraMode } from './extra-mode.ts'
import { FORMS } from './forms/forms.ts'

export type DocumentEditorProps = {
  kind: DocumentKind
  extra?: ExtraMode
  /** Whether the document's title differs from the screen's. */
  isTitleOwn?: boolean
}

/** Loads a content document, or its draft, and edits it. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { query } = usePageQuery(DOCUMENT_EDITOR)
  const { kind } = props
  if (isDraftKind(kind) && query.version === 'draft') return <DraftEditor key="draft" {...props} kind={kind} />
  return <PublishedEditor key="published" {...props} />
}

function PublishedEditor({ kind, extra, isTitleOwn = false }: DocumentEditorProps) {
  const { data: loaded, isPending, isLoadingError, error, refetch } = useQuery(documentQuery(kind))
  const confirmRegistrations = useConfirmedCall()
  if (isPending) return <EditorSkeleton />
  if (isLoadingError) return <EditorError title={describeLoadError(kind, error)} onRetry={refetch} />
  return (
    <LoadedEditor
      kind={kind}
      loaded={loaded}
      extra={extra}
      isTitleOwn={isTitleOwn}
      createResource={() => createDocumentResource(kind, confirmRegistrations)}
    />
  )
}

function DraftEditor({ kind, extra, isTitleOwn = false }: DocumentEditorProps & { kind: DraftKind }) {
  const { data: loaded, isPending, isLoadingError, error, refetch } = useQuery(draftQuery(createDocumentDrafts(kind)))
  const refetchDrafts = useRefetchDrafts()
  const callConfirmed = useConfirmedCall(UNSCHEDULE_TEXTS)
  if (isPending) return <EditorSkeleton />
  if (isLoadingError && isNotFound(error)) return <MissingDraft />
  if (isLoadingError) return <EditorError title={describeLoadError(kind, error)} onRetry={refetch} />
  return (
    <LoadedEditor
      kind={kind}
      loaded={loaded}
      extra={extra}
      isTitleOwn={isTitleOwn}
      createResource={() =>
        createDraftResource(createDocumentResource(kind, callConfirmed), createDocumentDrafts(kind), {
          callConfirmed,
          onSaved: refetchDrafts,
        })
      }
    />
  )
}

const EditorSkeleton = () => (
  <div className="px-4 py-6 md:px-8" aria-busy="true">
    <Skeleton active title={false} paragraph={{ rows: 8 }} />
  </div>
)

const EditorError = ({ title, onRetry }: { title: string; onRetry: () => unknown }) => (
  <div className="px-4 py-6 md:px-8">
    <LoadErrorAlert title={title} onRetry={onRetry} />
  </div>
)

type LoadedEditorProps = DocumentEditorProps & {
  loaded: Versioned<JsonObject>
  isTitleOwn: boolean
  createResource: () => EditorResource
}

function LoadedEditor({ kind, loaded, extra, isTitleOwn, createResource }: LoadedEditorProps) {
  const canEdit = useCan('content:write')
  const [editor] = useState(() => {
    const form = FORMS[kind]
    return createEditor({
      resource: createResource(),
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
