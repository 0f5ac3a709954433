import { App, Drawer } from 'antd'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Saved } from '../../../shared/versioned/save-outcome.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { DraftBanner } from '../../editors/content-draft/draft-banner.tsx'
import { useEditor, useEditorState } from '../../editors/editor-context.tsx'
import { FormMode } from '../../editors/form-mode.tsx'
import { LazyHistoryDrawer } from '../../editors/history/lazy-history-drawer.tsx'
import { PreviewLayout } from '../../editors/preview/preview-layout.tsx'
import { useVersionedDocument } from '../../editors/use-versioned-document.ts'
import { DraftList } from '../../versioned/draft/draft-list.tsx'
import { FormConflictDialog } from '../../versioned/form-status.tsx'
import type { ProductReference } from '../product-facts/fact-calls.ts'
import { FactGroups } from '../product-facts/fact-groups.tsx'
import { FactHistory } from '../product-facts/fact-history.tsx'
import { FactsEditor } from '../product-facts/facts-editor.tsx'
import { useFactsDirty } from '../product-facts/use-facts-dirty.ts'
import { getEditorPath } from './product-paths.ts'
import { ProductToolbar } from './product-toolbar.tsx'

type ProductFactsPartProps = {
  product: ProductReference
  /** The facts are loaded when this is first true. Unsaved edits are kept while it is false. */
  isVisible: boolean
  onDirtyChange: (isDirty: boolean) => void
}

/** The facts of the product, edited and saved separately from its other content. */
function ProductFactsPart({ product, isVisible, onDirtyChange }: ProductFactsPartProps) {
  const [wasVisible, setWasVisible] = useState(isVisible)
  if (isVisible && !wasVisible) setWasVisible(true)
  const [openHistory, setOpenHistory] = useState<AttributeRecord | 'all' | null>(null)
  const category = useEditorState(({ loaded }) => String(loaded.value.category ?? ''))
  const openAttributeHistory = useCallback((attribute: AttributeRecord) => setOpenHistory(attribute), [])
  if (!wasVisible) return null
  return (
    <div hidden={!isVisible}>
      <FactsEditor product={product} isVisible={isVisible} onDirtyChange={onDirtyChange}>
        {({ attributes }) => (
          <FactGroups
            attributes={attributes}
            category={category}
            onOpenHistory={openAttributeHistory}
            onOpenAllHistory={() => setOpenHistory('all')}
          />
        )}
      </FactsEditor>
      <Drawer
        open={openHistory !== null}
        size={560}
        title={openHistory === 'all' || openHistory === null ? '资料更新记录' : `“${openHistory.label}”的更新记录`}
        onClose={() => setOpenHistory(null)}
        destroyOnHidden
      >
        {openHistory !== null && (
          <FactHistory product={product} attribute={openHistory === 'all' ? undefined : openHistory.key} />
        )}
      </Drawer>
    </div>
  )
}

/** The key of the toast after a save, which is still shown after a navigation. */
const SAVED_TOAST_KEY = 'product-saved'

/** Edits a product: the toolbar, then the form of its content next to a preview, or its facts. */
export function ProductEditor({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const generation = useEditorState((state) => state.generation)
  const navigateAfterSave = useNavigateAfterSave(catalogue, id)
  const { message } = App.useApp()
  const { resource, store } = useEditor()
  const isDraft = resource.isDraft === true
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { query, change } = usePageQuery(ADMIN_SCREENS.productDetail.parameters)
  const isFactsTab = query.part === 'facts' && id !== '' && !isDraft
  const versionedDocument = useVersionedDocument({
    onSaved: navigateAfterSave,
    showNotice: () => message.destroy(SAVED_TOAST_KEY),
    hasShortcuts: !isFactsTab,
  })
  const factsEdits = useFactsDirty()
  useLeaveGuard(versionedDocument.resourceKey, {
    isDirty: versionedDocument.isDirty || factsEdits.isDirty,
    isDirtyNow: () => versionedDocument.edits.get().isDirty || factsEdits.isDirtyNow(),
    isSavedAsDraft: true,
  })

  return (
    <div className="flex min-h-full flex-col">
      <ProductToolbar
        catalogue={catalogue}
        id={id}
        versionedDocument={versionedDocument}
        isPreviewing={isPreviewing}
        onTogglePreview={() => setIsPreviewing(!isPreviewing)}
        onOpenHistory={() => setIsHistoryOpen(true)}
        isEditing={!isFactsTab}
      />
      {id !== '' && !isDraft && (
        <div className="mx-auto w-full max-w-6xl px-4 pt-5 md:px-8">
          <ChoiceTabs
            label="编辑什么"
            options={[
              { value: 'prose', label: versionedDocument.isDirty ? '介绍（未保存）' : '介绍' },
              { value: 'facts', label: factsEdits.isDirty ? '资料（未保存）' : '资料' },
            ]}
            value={query.part}
            onChange={(part) => change({ part }, { replace: true })}
          />
          <ProductFactsPart
            product={{ catalogue, id }}
            isVisible={isFactsTab}
            onDirtyChange={factsEdits.onDirtyChange}
          />
        </div>
      )}
      <div
        hidden={isFactsTab}
        className={`mx-auto w-full flex-1 px-4 pb-5 md:px-8 ${id === '' || isDraft ? 'pt-5' : ''} ${isPreviewing ? '' : 'max-w-6xl'}`}
      >
        <div className="flex flex-col gap-2 not-empty:pb-4">
          <DraftList form={versionedDocument} />
          {resource.drafts && <DraftBanner form={versionedDocument} />}
        </div>
        <PreviewLayout isPreviewing={isPreviewing} onClose={() => setIsPreviewing(false)}>
          <FormMode key={generation} />
        </PreviewLayout>
      </div>
      <LazyHistoryDrawer
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        storeEdits={versionedDocument.drafts.storeSeparately}
        onRestored={(text) => {
          setIsHistoryOpen(false)
          if (!navigateAfterSave({ ...store.get().loaded, message: text }))
            versionedDocument.notify({ kind: 'success', text })
        }}
      />
      <FormConflictDialog form={versionedDocument} />
    </div>
  )
}

/**
 * Returns a handler that navigates to the new URL of a created or renamed product, and reports the save in a toast,
 * since the screen is remounted. The handler returns whether it has navigated.
 */
function useNavigateAfterSave(catalogue: Catalogue, id: string) {
  const { message } = App.useApp()
  const { resource, store } = useEditor()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const urlId = useParams().id
  return (saved: Saved<JsonObject>): boolean => {
    const name = String(saved.value.name)
    // Navigating would discard edits that were made during the save.
    if (store.get().isDirty || resource.isDraft) return false
    if (urlId === name || (id !== '' && urlId === id)) return false
    const path = getEditorPath(catalogue, { id: saved.id ?? id, name })
    message.success({ content: saved.message, key: SAVED_TOAST_KEY })
    void navigate(path + search, { replace: true, state })
    return true
  }
}
