import { Alert, App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { createEditor } from '../../editors/create-editor.ts'
import { createDocumentResource } from '../../editors/document-resource.ts'
import { EditorProvider, useEditor, useEditorState } from '../../editors/editor-context.tsx'
import { FieldErrorsAlert, JsonErrorAlert } from '../../editors/field-errors-alert.tsx'
import { FORMS } from '../../editors/forms/forms.ts'
import { JsonMode } from '../../editors/json-mode.tsx'
import { useVersionedDocument } from '../../editors/use-versioned-document.ts'
import { useCan } from '../../session/session.ts'
import { DraftList } from '../../versioned/draft/draft-list.tsx'
import { FormConflictDialog } from '../../versioned/form-status.tsx'

type PageJsonEditorProps = {
  kind: DocumentKind
  loaded: Versioned<JsonObject>
  onDirtyChange: (isDirty: boolean) => void
}

/** The JSON mode of the document editor, without the other modes and tools. */
export function PageJsonEditor({ kind, loaded, onDirtyChange }: PageJsonEditorProps) {
  const canEdit = useCan('content:write')
  const callConfirmed = useConfirmedCall()
  const [editor] = useState(() => {
    const jsonEditor = createEditor({
      resource: createDocumentResource(kind, callConfirmed),
      form: FORMS[kind],
      loaded,
    })
    jsonEditor.store.switchToJson()
    return jsonEditor
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      <JsonForm onDirtyChange={onDirtyChange} />
    </EditorProvider>
  )
}

function JsonForm({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const { message } = App.useApp()
  const { resource, canEdit } = useEditor()
  const versionedDocument = useVersionedDocument({ hasShortcuts: false })
  const isDirty = useEditorState((state) => state.isDirty)
  const generation = useEditorState((state) => state.generation)
  const jsonError = useEditorState((state) => state.jsonError)
  const noticeKind = versionedDocument.notice?.kind
  const noticeKey = `page-json:${resource.key}`
  useEffect(() => {
    if (noticeKind === 'success') message.success({ key: noticeKey, content: ADMIN_MESSAGES.contentSaved })
    if (noticeKind === 'failure') message.destroy(noticeKey)
  }, [noticeKind, noticeKey, message])
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])
  useTrackUnsavedChanges(`page-json:${resource.key}`, isDirty)

  return (
    <div className="flex h-full flex-col gap-3">
      <div className="flex flex-col gap-2 empty:hidden">
        <DraftList form={versionedDocument} />
        {versionedDocument.notice?.kind === 'failure' && (
          <Alert type="error" showIcon role="alert" title={versionedDocument.notice.text} />
        )}
        {jsonError && <JsonErrorAlert error={jsonError} />}
        <FieldErrorsAlert />
      </div>
      <div className="flex min-h-0 flex-1 flex-col *:h-full">
        <JsonMode key={generation} hasInitialFocus />
      </div>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pb-1">
          <Button
            type="primary"
            onClick={() => void versionedDocument.save()}
            {...getUnavailableProps(!isDirty || versionedDocument.isSaving)}
          >
            {versionedDocument.isSaving ? '保存中……' : '保存'}
          </Button>
          {isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
        </div>
      )}
      <FormConflictDialog form={versionedDocument} />
    </div>
  )
}
