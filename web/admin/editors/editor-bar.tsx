import { Alert, Button } from 'antd'
import { Check, Redo2, Save, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { SUCCESS_NOTICE_MS } from '#contracts/limits.ts'
import { isDraftKind } from '#contracts/vocabulary.ts'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import { DraftActions } from './content-draft/draft-actions.tsx'
import { useEditor, useEditorState, useFieldErrors } from './editor-context.tsx'
import type { EditorResource } from './editor-resource.ts'
import { FieldErrorsAlert, JsonErrorAlert } from './field-errors-alert.tsx'
import { useRevealField } from './reveal-field.ts'
import { useUndo } from './use-undo.ts'
import type { VersionedDocument } from './use-versioned-document.ts'

/** Shows errors and invalid fields in an overlay, which is always visible and doesn't shift the form. */
function EditorBanners({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { notice, notify, rejectionCount } = versionedDocument
  const jsonError = useEditorState((state) => state.jsonError)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-full">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-2 px-4 pt-2 *:pointer-events-auto *:shadow-lg md:px-8">
        {notice?.kind === 'failure' && (
          <Alert type="error" showIcon role="alert" title={notice.text} closable={{ onClose: () => notify(null) }} />
        )}
        {jsonError && <JsonErrorAlert error={jsonError} />}
        <FieldErrors key={rejectionCount} rejectionCount={rejectionCount} />
      </div>
    </div>
  )
}

function FieldErrors({ rejectionCount }: { rejectionCount: number }) {
  const { store } = useEditor()
  const errors = useFieldErrors()
  const reveal = useRevealField()
  const [isClosed, setIsClosed] = useState(false)
  const revealFirstError = useEffectEvent(() => {
    // In JSON mode the message contains the path, and the focus stays in the text.
    if (errors[0] && store.get().mode === 'form') reveal(errors[0].path)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per rejected save, not after later edits.
  useEffect(() => revealFirstError(), [rejectionCount])

  if (isClosed) return null
  return (
    <FieldErrorsAlert
      onClose={() => setIsClosed(true)}
      renderError={({ path }, text) => (
        <Button
          type="link"
          className="h-auto whitespace-normal px-0 text-left pointer-coarse:min-h-11"
          onClick={() => reveal(path)}
        >
          {text}
        </Button>
      )}
    />
  )
}

type EditorBarProps = {
  title: string
  /** Whether the title differs from the screen's, which the top bar of a narrow window shows. */
  isTitleOwn?: boolean
  versionedDocument: VersionedDocument
  /** The back link, shown before the title. */
  backLink?: ReactNode
  /** Actions in addition to saving; on a phone they scroll out of view. */
  tools: ReactNode
  /** Actions that, like saving, are always visible. */
  menu?: ReactNode
  /** Whether the document is shown, rather than an extra mode or the facts of a product. */
  isEditing?: boolean
}

/** The header bar of an editor: title, editing status and actions. Its height never changes. */
export function EditorBar(props: EditorBarProps) {
  const { title, isTitleOwn = false, versionedDocument, backLink, tools, menu, isEditing = true } = props
  const { canEdit } = useEditor()
  return (
    <header className="border-line bg-paper max-md:contents md:sticky md:top-0 md:z-20 md:border-b">
      <div className="max-md:contents md:mx-auto md:flex md:min-h-14 md:w-full md:max-w-6xl md:items-center md:gap-x-3 md:px-8 md:py-2">
        <div
          className={`flex items-center gap-x-2 border-line bg-paper max-md:sticky max-md:top-0 max-md:z-20 max-md:px-4 md:contents ${isEditing || isTitleOwn ? 'max-md:min-h-12 max-md:border-b max-md:py-1' : ''}`}
        >
          {backLink}
          <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-3">
            <h1 className={`truncate text-lg max-md:leading-6 md:text-xl ${isTitleOwn ? '' : 'max-lg:sr-only'}`}>
              {title}
            </h1>
            <EditingStatus versionedDocument={versionedDocument} />
          </div>
          <span className="flex gap-2 empty:hidden md:order-last">
            {isEditing && menu}
            {isEditing && canEdit && <SaveButtons versionedDocument={versionedDocument} />}
          </span>
          {isEditing && <EditorBanners versionedDocument={versionedDocument} />}
        </div>
        <div className="flex flex-wrap items-center gap-1.5 max-md:px-4 max-md:pt-3 md:flex-nowrap md:gap-2">
          {tools}
          {isEditing && canEdit && <UndoButtons />}
        </div>
      </div>
    </header>
  )
}

/** The editing status, on a line that is always rendered so that the layout doesn't shift. */
function EditingStatus({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { notice, notify, isDirty } = versionedDocument
  const { canEdit } = useEditor()
  const isSaved = notice?.kind === 'success'
  useEffect(() => {
    if (notice?.kind !== 'success') return
    const timer = setTimeout(() => notify(null), SUCCESS_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice, notify])
  return (
    <p
      role="status"
      className="min-h-4 min-w-0 empty:min-h-0 truncate text-xs leading-4 text-muted md:text-sm md:leading-6"
    >
      {isSaved && <Check className="mr-1 inline size-3.5 align-[-0.15em]" aria-hidden />}
      {isSaved ? notice.text : describeEditing({ isDirty, canEdit })}
    </p>
  )
}

function describeEditing({ isDirty, canEdit }: { isDirty: boolean; canEdit: boolean }) {
  if (isDirty) return '有未保存的修改'
  return canEdit ? undefined : '只读'
}

/** Saving, and what a document with a draft offers beside it: publishing stands last. */
function SaveButtons({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  const draftActions = <DraftActions versionedDocument={versionedDocument} />
  const saveButton = <SaveButton versionedDocument={versionedDocument} />
  return resource.isDraft ? (
    <>
      {saveButton}
      {draftActions}
    </>
  ) : (
    <>
      {draftActions}
      {saveButton}
    </>
  )
}

/** What saving is called: a document that can have a draft is published by it. */
function getSaveLabel({ kind, isDraft }: EditorResource): string {
  if (isDraft) return '保存草稿'
  return kind && isDraftKind(kind) ? '发布' : '保存'
}

/** The save button; its minimum width keeps it from resizing while saving. */
function SaveButton({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  const label = getSaveLabel(resource)
  return (
    <Button
      type={resource.isDraft ? 'default' : 'primary'}
      icon={<Save className="size-4" aria-hidden />}
      onClick={() => void versionedDocument.save()}
      {...getUnavailableProps(versionedDocument.isSaving, resource.isDraft ? 'min-w-34' : 'min-w-30')}
    >
      {versionedDocument.isSaving ? `${resource.isDraft ? '保存' : label}中……` : label}
    </Button>
  )
}

function UndoButtons() {
  const { perform, canUndo, canRedo } = useUndo()
  const isJsonMode = useEditorState(({ mode }) => mode === 'json')
  // The JSON editor has its own undo history with the same shortcuts.
  if (isJsonMode) return null
  return (
    <span className="flex gap-1.5 md:gap-2">
      <Button
        title="撤销（Ctrl或⌘ + Z）"
        aria-label="撤销"
        icon={<Undo2 className="size-4" aria-hidden />}
        onClick={() => perform('undo')}
        {...getUnavailableProps(!canUndo)}
      />
      <Button
        title="重做（Ctrl或⌘ + Shift + Z）"
        aria-label="重做"
        icon={<Redo2 className="size-4" aria-hidden />}
        onClick={() => perform('redo')}
        {...getUnavailableProps(!canRedo)}
      />
    </span>
  )
}
