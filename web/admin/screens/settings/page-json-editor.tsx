import { Alert, App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { SavingConflict } from '../../editors/conflict/saving-conflict.tsx'
import { documentSubject } from '../../editors/document-subject.ts'
import { type Editor, EditorProvider, useEditor, useEditorState, useFaults } from '../../editors/editor-context.tsx'
import { createEditorStore, type Loaded } from '../../editors/editor-store.ts'
import { labelOf } from '../../editors/form/field-paths.ts'
import { FORMS } from '../../editors/forms/forms.ts'
import { JsonMode } from '../../editors/json-mode.tsx'
import { createOpenParts } from '../../editors/open-parts.ts'
import { useRecheck } from '../../editors/use-recheck.ts'
import { type Saving, useSaving } from '../../editors/use-saving.ts'
import { useMay } from '../../session/session.ts'
import { setUnsaved } from '../../session/unsaved.ts'

type PageJsonEditorProps = { kind: DocumentKind; loaded: Loaded; onDirty: (isDirty: boolean) => void }

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
  const saving = useSaving(editor)
  useRecheck()
  const isDirty = useEditorState((state) => state.isDirty)
  const generation = useEditorState((state) => state.generation)
  const savedAt = saving.notice?.at
  useEffect(() => {
    if (savedAt !== undefined) message.success(ADMIN_MESSAGES.contentSaved)
  }, [savedAt, message])
  useEffect(() => {
    onDirty(isDirty)
    setUnsaved(`page-json:${subject.key}`, isDirty)
    return () => setUnsaved(`page-json:${subject.key}`, false)
  }, [subject, isDirty, onDirty])

  return (
    <div className="flex h-full flex-col gap-3">
      <Faults saving={saving} />
      <div className="flex min-h-0 flex-1 flex-col *:h-full">
        <JsonMode key={generation} fault={saving.jsonFault} />
      </div>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pb-1">
          <Button type="primary" disabled={!isDirty || saving.isSaving} onClick={() => void saving.save()}>
            {saving.isSaving ? '保存中...' : '保存'}
          </Button>
          {isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
        </div>
      )}
      <SavingConflict saving={saving} />
    </div>
  )
}

/** What stands in a save's way; the text itself marks each place. */
function Faults({ saving: { failure, jsonFault } }: { saving: Saving }) {
  const { form } = useEditor()
  const faults = useFaults()
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {failure && <Alert type="error" showIcon role="alert" title={failure} />}
      {jsonFault && (
        <Alert type="error" showIcon role="alert" title={`${jsonFault.message}（第${jsonFault.line}行）`} />
      )}
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`有${faults.length}处内容需要修改，改好后再保存：`}
          description={
            <ul className="max-h-24 list-disc overflow-y-auto pl-5">
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {labelOf(form, path)}：{message}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}
