import { Alert, App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { documentSubject } from '../../editors/document-subject.ts'
import { type Editor, EditorProvider, useEditorState } from '../../editors/editor-context.tsx'
import { createEditorStore } from '../../editors/editor-store.ts'
import { FaultsAlert, JsonFaultAlert } from '../../editors/faults-alert.tsx'
import { describedBy } from '../../editors/form/describe-difference.ts'
import { FORMS } from '../../editors/forms/forms.ts'
import { JsonMode } from '../../editors/json-mode.tsx'
import { createOpenParts } from '../../editors/open-parts.ts'
import { useRecheck } from '../../editors/use-recheck.ts'
import { useSaving } from '../../editors/use-saving.ts'
import { useNotedUnsaved } from '../../parts/use-unsaved.tsx'
import { useMay } from '../../session/session.ts'
import type { Versioned } from '../../versioned/edits.ts'
import { SavingConflict } from '../../versioned/saving-outcome.tsx'

type PageJsonEditorProps = { kind: DocumentKind; loaded: Versioned<JsonObject>; onDirty: (isDirty: boolean) => void }

/** The editor's JSON mode by itself: the same text, checks, saving and merging as on the document's own screen. */
export function PageJsonEditor({ kind, loaded, onDirty }: PageJsonEditorProps) {
  const canEdit = useMay('content:write')
  const [editor] = useState(() => {
    const subject = documentSubject(kind)
    const store = createEditorStore(loaded, subject.inOurWords)
    store.toJson()
    return { subject, form: FORMS[kind], open: createOpenParts(), store }
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      <Opened editor={{ ...editor, canEdit }} onDirty={onDirty} />
    </EditorProvider>
  )
}

function Opened({ editor, onDirty }: { editor: Editor; onDirty: (isDirty: boolean) => void }) {
  const { message } = App.useApp()
  const { subject, canEdit } = editor
  const saving = useSaving(editor, () => {
    message.success(ADMIN_MESSAGES.contentSaved)
    return true
  })
  useRecheck()
  const isDirty = useEditorState((state) => state.isDirty)
  const generation = useEditorState((state) => state.generation)
  const jsonFault = useEditorState((state) => state.fault)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useNotedUnsaved(`page-json:${subject.key}`, isDirty)

  return (
    <div className="flex h-full flex-col gap-3">
      <div className="flex flex-col gap-2 empty:hidden">
        {saving.notice?.kind === 'failure' && <Alert type="error" showIcon role="alert" title={saving.notice.text} />}
        {jsonFault && <JsonFaultAlert fault={jsonFault} />}
        <FaultsAlert />
      </div>
      <div className="flex min-h-0 flex-1 flex-col *:h-full">
        <JsonMode key={generation} />
      </div>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pb-1">
          <Button type="primary" disabled={!isDirty || saving.isSaving} onClick={() => void saving.save()}>
            {saving.isSaving ? '保存中...' : '保存'}
          </Button>
          {isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
        </div>
      )}
      <SavingConflict saving={saving} describe={describedBy(editor.form)} />
    </div>
  )
}
