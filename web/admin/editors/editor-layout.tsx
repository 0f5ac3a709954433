import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { DraftList } from '../versioned/draft/draft-list.tsx'
import { FormConflictDialog } from '../versioned/form-status.tsx'
import { LeaveGuard } from '../versioned/leave-guard.tsx'
import { PresenceBanner } from '../versioned/presence/presence-banner.tsx'
import { DraftBanner } from './content-draft/draft-banner.tsx'
import { useDocumentKind, useEditor, useEditorState } from './editor-context.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { type ExtraMode, useActiveExtraMode } from './extra-mode.ts'
import { getFieldId } from './form/field-paths.ts'
import { FormMode } from './form-mode.tsx'
import { LazyHistoryDrawer } from './history/lazy-history-drawer.tsx'
import { JsonMode } from './json-mode.tsx'
import { MethodDraftBanner } from './method/method-draft-banner.tsx'
import { PreviewLayout } from './preview/preview-layout.tsx'
import { useRevealField } from './reveal-field.ts'
import { useVersionedDocument } from './use-versioned-document.ts'

/** Reveals the field that the URL's hash refers to, such as `#field-communityMembers.2.name`. */
function useRevealFieldFromHash(): void {
  const { hash, key } = useLocation()
  const reveal = useRevealField()
  const revealField = useEffectEvent(() => {
    const path = decodeURIComponent(hash.slice(1))
    if (path.startsWith(getFieldId(''))) reveal(path.slice(getFieldId('').length))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => revealField(), [key])
}

type EditorLayoutProps = { title: string; isTitleOwn: boolean; extra?: ExtraMode }

/** The layout of a document editor: toolbar, drafts and presence, then the form, the JSON text or an extra mode. */
export function EditorLayout({ title, isTitleOwn, extra }: EditorLayoutProps) {
  const { canEdit, resource } = useEditor()
  const kind = useDocumentKind()
  const mode = useEditorState((state) => state.mode)
  const generation = useEditorState((state) => state.generation)
  const versionedDocument = useVersionedDocument()
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const activeExtra = useActiveExtraMode(extra)
  useRevealFieldFromHash()

  return (
    <div className="flex min-h-full flex-col">
      <LeaveGuard form={versionedDocument} />
      <EditorToolbar
        title={title}
        isTitleOwn={isTitleOwn}
        versionedDocument={versionedDocument}
        onOpenHistory={() => setIsHistoryOpen(true)}
        isPreviewing={isPreviewing}
        onTogglePreview={() => setIsPreviewing(!isPreviewing)}
        extra={extra}
      />
      <div className={`mx-auto w-full flex-1 px-4 py-5 md:px-8 ${isPreviewing ? '' : 'max-w-6xl'}`}>
        {/* Hidden rather than unmounted, so that drafts and presence also work in the extra mode. */}
        <div className={activeExtra ? 'hidden' : 'flex flex-col gap-2 not-empty:pb-4'}>
          <DraftList form={versionedDocument} />
          {resource.drafts && <DraftBanner form={versionedDocument} />}
          <PresenceBanner kind={kind} form={versionedDocument} canEdit={canEdit} isDraft={resource.isDraft === true} />
          {kind === 'evaluation' && !resource.isDraft && (
            <MethodDraftBanner form={versionedDocument} canEdit={canEdit} />
          )}
        </div>
        {activeExtra ? (
          activeExtra.children
        ) : (
          <PreviewLayout isPreviewing={isPreviewing} onClose={() => setIsPreviewing(false)}>
            {mode === 'form' ? <FormMode key={generation} /> : <JsonMode key={generation} />}
          </PreviewLayout>
        )}
      </div>
      <LazyHistoryDrawer
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        storeEdits={versionedDocument.drafts.storeSeparately}
        onRestored={(message) => {
          setIsHistoryOpen(false)
          versionedDocument.notify({ kind: 'success', text: message })
        }}
      />
      <FormConflictDialog form={versionedDocument} />
    </div>
  )
}
