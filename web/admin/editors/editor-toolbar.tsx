import { Button, Dropdown, Segmented } from 'antd'
import { Ellipsis, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { saveFile } from '../../shared/save-file.ts'
import { FileInput } from '../components/file-input.tsx'
import { useConfirm } from '../components/use-confirm.ts'
import { usePageQuery } from '../components/use-page-query.ts'
import { CommentsButton } from './comments/comment-buttons.tsx'
import { EditorBar } from './editor-bar.tsx'
import { useDocumentKind, useEditor, useEditorState } from './editor-context.tsx'
import { type ExtraMode, useActiveExtraMode } from './extra-mode.ts'
import { getExportPrefix } from './import/recognize-document.ts'
import { useImport } from './import/use-import.tsx'
import { PreviewButton } from './preview/preview-button.tsx'
import type { VersionedDocument } from './use-versioned-document.ts'

type EditorToolbarProps = {
  title: string
  isTitleOwn: boolean
  versionedDocument: VersionedDocument
  extra?: ExtraMode
  isPreviewing: boolean
  onTogglePreview: () => void
  onOpenHistory: () => void
}

/** The bar of a document editor: the modes, and the actions on the document. */
export function EditorToolbar({
  title,
  isTitleOwn,
  versionedDocument,
  extra,
  isPreviewing,
  onTogglePreview,
  onOpenHistory,
}: EditorToolbarProps) {
  const mode = useEditorState((state) => state.mode)
  const activeExtra = useActiveExtraMode(extra)
  const refresh = useRefresh(versionedDocument)
  const isEditing = activeExtra === undefined

  return (
    <EditorBar
      title={title}
      isTitleOwn={isTitleOwn}
      versionedDocument={versionedDocument}
      isEditing={isEditing}
      tools={
        <>
          <ModeSwitch activeMode={activeExtra?.key ?? mode} extra={extra} />
          {isEditing && (
            <>
              <CommentsButton />
              <PreviewButton isPreviewing={isPreviewing} onTogglePreview={onTogglePreview} />
              <Button
                title="刷新"
                aria-label="刷新"
                loading={versionedDocument.activity === 'reading'}
                icon={<RefreshCw className="size-4" aria-hidden />}
                onClick={refresh}
              />
            </>
          )}
        </>
      }
      menu={<DocumentMenu versionedDocument={versionedDocument} onOpenHistory={onOpenHistory} />}
    />
  )
}

/** Switches between form, JSON and the extra mode, which is part of the URL. */
function ModeSwitch({ activeMode, extra }: { activeMode: string; extra: ExtraMode | undefined }) {
  const { store } = useEditor()
  const { change } = usePageQuery(ADMIN_SCREENS.community.parameters)

  function switchMode(mode: string) {
    if (extra) change({ mode: mode === extra.key ? extra.key : '' }, { replace: true })
    if (mode === 'json') store.switchToJson()
    if (mode === 'form') store.switchToForm()
  }

  return (
    <Segmented
      aria-label="编辑方式"
      value={activeMode}
      onChange={switchMode}
      options={[
        { value: 'form', label: '表单' },
        { value: 'json', label: 'JSON' },
        ...(extra ? [{ value: extra.key, label: extra.label }] : []),
      ]}
    />
  )
}

/** The menu of the actions on the document: history, export and import. */
function DocumentMenu({
  versionedDocument,
  onOpenHistory,
}: Pick<EditorToolbarProps, 'versionedDocument' | 'onOpenHistory'>) {
  const kind = useDocumentKind()
  const { store, canEdit, resource } = useEditor()
  const fileInput = useRef<HTMLInputElement>(null)
  const importFile = useImport(versionedDocument)

  function exportEditedDocument() {
    const document = store.getValue()
    if (document) exportDocument(kind, document)
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        autoFocus
        getPopupContainer={(button) => button.parentElement ?? document.body}
        menu={{
          items: [
            ...(resource.history ? [{ key: 'history', label: '历史版本', onClick: onOpenHistory }] : []),
            { key: 'export', label: '导出JSON', onClick: exportEditedDocument },
            ...(canEdit ? [{ key: 'import', label: '导入JSON', onClick: () => fileInput.current?.click() }] : []),
          ],
        }}
      >
        <Button aria-label="更多操作" icon={<Ellipsis className="size-4" aria-hidden />} />
      </Dropdown>
      <FileInput ref={fileInput} label="导入JSON文件" accept=".json" onSelect={([file]) => void importFile(file)} />
    </>
  )
}

/** Reloads the document; asks before discarding unsaved edits. */
function useRefresh({ reload }: VersionedDocument): () => void {
  const { store } = useEditor()
  const confirm = useConfirm()
  return () => {
    if (!store.get().isDirty) {
      void reload()
      return
    }
    confirm({
      title: '放弃未保存的修改？',
      content: '刷新会用服务器上的内容替换编辑中的内容。',
      okText: '放弃并刷新',
      isDangerous: true,
      cancelText: '继续编辑',
      onOk: reload,
    })
  }
}

/** Returns a file name of kind and day: `home-content-2026-11-21.json`. */
const getExportName = (kind: DocumentKind, date: Date): string => `${getExportPrefix(kind)}${toDay(date)}.json`

/** Downloads a document as a JSON file. */
function exportDocument(kind: DocumentKind, content: JsonObject): void {
  saveFile(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }), getExportName(kind, new Date()))
}
