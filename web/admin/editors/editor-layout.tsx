import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { usePageQuery } from '../components/use-page-query.ts'
import { DraftList } from '../versioned/draft/draft-list.tsx'
import { FormConflictDialog } from '../versioned/form-status.tsx'
import { LeaveGuard } from '../versioned/leave-guard.tsx'
import { PresenceBanner } from '../versioned/presence/presence-banner.tsx'
import { useDocumentKind, useEditor, useEditorState } from './editor-context.tsx'
import { EditorToolbar, type ExtraMode } from './editor-toolbar.tsx'
import { FormMode } from './form-mode.tsx'
import { HistoryDrawer } from './history/history-drawer.tsx'
import { JsonMode } from './json-mode.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { useRevealFieldFromHash } from './use-reveal-field-from-hash.ts'
import { useVersionedDocument } from './use-versioned-document.ts'

/** The layout of a document editor: toolbar, drafts and presence, then the form, the JSON text or an extra mode. */
export function EditorLayout({ title, extra }: { title: string; extra?: ExtraMode }) {
  const { canEdit } = useEditor()
  const kind = useDocumentKind()
  const mode = useEditorState((state) => state.mode)
  const generation = useEditorState((state) => state.generation)
  const versionedDocument = useVersionedDocument()
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { query } = usePageQuery(ADMIN_SCREENS.community.parameters)
  const isExtraMode = extra !== undefined && query.mode === extra.key
  useRevealFieldFromHash()

  return (
    <div className="flex min-h-full flex-col">
      <LeaveGuard form={versionedDocument} />
      <EditorToolbar
        title={title}
        versionedDocument={versionedDocument}
        onOpenHistory={() => setIsHistoryOpen(true)}
        isPreviewing={isPreviewing}
        onTogglePreview={() => setIsPreviewing(!isPreviewing)}
        extra={extra}
      />
      <div className={`mx-auto w-full flex-1 px-4 py-5 md:px-8 ${isPreviewing ? '' : 'max-w-6xl'}`}>
        {/* Hidden rather than unmounted, so that drafts and presence also work in the extra mode. */}
        <div className={isExtraMode ? 'hidden' : 'flex flex-col gap-2 not-empty:pb-4'}>
          <DraftList form={versionedDocument} />
          <PresenceBanner kind={kind} form={versionedDocument} canEdit={canEdit} />
        </div>
        {isExtraMode ? (
          extra.children
        ) : (
          <div className={isPreviewing ? 'grid gap-6 xl:grid-cols-2' : ''}>
            <div className={isPreviewing ? 'min-w-0 max-xl:hidden' : ''}>
              {mode === 'form' ? <FormMode key={generation} /> : <JsonMode key={generation} />}
            </div>
            {isPreviewing && <PreviewPane />}
          </div>
        )}
      </div>
      <HistoryDrawer
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
