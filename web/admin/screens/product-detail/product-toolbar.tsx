import { App, Button } from 'antd'
import { ArrowLeft, ExternalLink, History, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { CommentsButton } from '../../editors/comments/comment-buttons.tsx'
import { ScheduleListing } from '../../editors/content-draft/schedule-listing.tsx'
import { EditorBar } from '../../editors/editor-bar.tsx'
import { useEditor, useEditorState } from '../../editors/editor-context.tsx'
import { PreviewButton } from '../../editors/preview/preview-button.tsx'
import type { VersionedDocument } from '../../editors/use-versioned-document.ts'
import { removeProduct } from './product-calls.ts'
import { getPublicPath } from './product-paths.ts'
import { useBackPath } from './use-back-path.ts'

type ProductToolbarProps = {
  catalogue: Catalogue
  id: string
  versionedDocument: VersionedDocument
  isPreviewing: boolean
  onTogglePreview: () => void
  onOpenHistory: () => void
  /** Whether the product is shown, rather than its facts, which are saved separately. */
  isEditing: boolean
}

/** The product's name and actions, always visible. */
export function ProductToolbar({
  catalogue,
  id,
  versionedDocument,
  isPreviewing,
  onTogglePreview,
  onOpenHistory,
  isEditing,
}: ProductToolbarProps) {
  const { canEdit, resource } = useEditor()
  const storedName = useEditorState(({ loaded }) => String(loaded.value.name ?? ''))
  const isActive = useEditorState(({ loaded }) => loaded.value.isActive !== false)
  const navigate = useNavigate()
  const backPath = useBackPath(catalogue)
  const confirmRemove = useRemoveProduct(catalogue, { id, name: storedName }, backPath)
  const isNew = id === ''

  return (
    <EditorBar
      isTitleOwn
      title={isNew ? NEW_TITLES[catalogue] : storedName}
      versionedDocument={versionedDocument}
      isEditing={isEditing}
      backLink={
        <Button
          aria-label="返回"
          icon={<ArrowLeft className="size-4" aria-hidden />}
          onClick={() => void navigate(backPath)}
        >
          <span className="max-md:hidden">返回</span>
        </Button>
      }
      tools={
        <>
          {isEditing && <CommentsButton />}
          {isEditing && <PreviewButton isPreviewing={isPreviewing} onTogglePreview={onTogglePreview} />}
          {isEditing && resource.history && (
            <Button
              title="历史版本"
              aria-label="历史版本"
              icon={<History className="size-4" aria-hidden />}
              onClick={onOpenHistory}
            />
          )}
          {!isNew && isActive && (
            <Button
              title="查看产品页"
              aria-label="查看产品页（在新标签页打开）"
              href={getPublicPath(catalogue, { id, name: storedName })}
              target="_blank"
              icon={<ExternalLink className="size-4" aria-hidden />}
            />
          )}
          {isEditing && canEdit && !isNew && !resource.isDraft && (
            <ScheduleListing versionedDocument={versionedDocument} />
          )}
          {canEdit && !isNew && !resource.isDraft && (
            <Button
              title="删除"
              aria-label={`删除${storedName}`}
              danger
              icon={<Trash2 className="size-4" aria-hidden />}
              onClick={confirmRemove}
            />
          )}
        </>
      }
    />
  )
}

const NEW_TITLES: Record<Catalogue, string> = { agent: '新建智能体产品', ai: '新建78AI产品' }

/** Returns a function that moves the product to the recycle bin after a confirmation, and navigates back. */
function useRemoveProduct(
  catalogue: Catalogue,
  { id, name }: { id: string; name: string },
  backPath: string,
): () => void {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { store } = useEditor()
  const navigate = useNavigate()
  const removeMutation = useMutation({
    mutationFn: () => removeProduct(catalogue, id),
    onSuccess() {
      // Discards the edits of the removed product, so that leaving doesn't ask.
      store.load(store.get().loaded)
      message.success(PRODUCT_MESSAGES.removed)
      void navigate(backPath, { replace: true })
    },
    onError: (error) => void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed)),
  })
  return () =>
    confirm({
      title: `删除产品“${name}”？`,
      content: `产品会移入回收站，访客将不再看到它；${RECYCLE_BIN_DAYS}天内可以恢复，之后不可恢复。`,
      okText: '删除',
      isDangerous: true,
      onOk: () => removeMutation.mutateAsync(),
    })
}
