import { Button, Dropdown, Segmented } from 'antd'
import { Ellipsis, RefreshCw, Save } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { saveFile } from '../../shared/save-file.ts'
import { usePageQuery } from '../../shared/use-page-query.ts'
import { useConfirm } from '../parts/use-confirm.ts'
import { EditorBanners } from './editor-banners.tsx'
import { useDocumentKind, useEditor, useEditorState } from './editor-context.tsx'
import { parseJson } from './json/parse-json.ts'
import { PreviewButton } from './preview/preview-button.tsx'
import type { Saving } from './use-saving.ts'

/** A mode beside form and JSON: the community's alone. */
export type ExtraMode = { key: 'qr-codes'; label: string; children: ReactNode }

type EditorToolbarProps = {
  title: string
  saving: Saving
  extra?: ExtraMode
  isPreviewing: boolean
  onPreview: () => void
  onHistory: () => void
}

/** The editor's modes and acts, always in reach. */
export function EditorToolbar({ title, saving, extra, isPreviewing, onPreview, onHistory }: EditorToolbarProps) {
  const kind = useDocumentKind()
  const { store, open, canEdit } = useEditor()
  const mode = useEditorState((state) => state.mode)
  const isDirty = useEditorState((state) => state.isDirty)
  const { query, change } = usePageQuery(ADMIN_SCREENS.community.parameters)
  const fileInput = useRef<HTMLInputElement>(null)
  const refresh = useRefresh(saving)
  const shown = extra && query.mode === extra.key ? extra.key : mode

  function switchTo(next: string) {
    if (extra) change({ mode: next === extra.key ? extra.key : '' }, { replace: true })
    if (next === 'json') store.toJson()
    if (next === 'form') store.toForm()
  }

  async function importFile(file: File | undefined) {
    if (!file) return
    const parsed = parseJson(await file.text())
    if (!file.name.toLowerCase().endsWith('.json') || 'error' in parsed) {
      saving.notify({ kind: 'failure', text: ADMIN_MESSAGES.importMalformed })
      return
    }
    store.replace(parsed.document)
    open.setErrors([])
    saving.notify({ kind: 'success', text: ADMIN_MESSAGES.imported })
  }

  function exportFile() {
    const document = store.current()
    if (document) exportDocument(kind, document)
  }

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-8">
        <h1 className="mr-auto max-md:-order-1 flex items-baseline gap-2 text-xl max-md:basis-3/5">
          {title}
          {isDirty && <span className="text-sm font-normal text-muted">有未保存的修改</span>}
          {!canEdit && <span className="text-sm font-normal text-muted">只读</span>}
        </h1>
        <Segmented
          aria-label="编辑方式"
          value={shown}
          onChange={switchTo}
          options={[
            { value: 'form', label: '表单' },
            { value: 'json', label: 'JSON' },
            ...(extra ? [{ value: extra.key, label: extra.label }] : []),
          ]}
        />
        {shown !== extra?.key && (
          <>
            <PreviewButton isPreviewing={isPreviewing} onPreview={onPreview} />

            <Button
              title="刷新"
              aria-label="刷新"
              loading={saving.activity === 'reading'}
              icon={<RefreshCw className="size-4" aria-hidden />}
              onClick={refresh}
            />

            <Dropdown
              trigger={['click']}
              autoFocus
              getPopupContainer={(button) => button.parentElement ?? document.body}
              menu={{
                items: [
                  { key: 'history', label: '历史版本', onClick: onHistory },
                  { key: 'export', label: '导出 JSON', onClick: exportFile },
                  ...(canEdit
                    ? [{ key: 'import', label: '导入 JSON', onClick: () => fileInput.current?.click() }]
                    : []),
                ],
              }}
            >
              <Button aria-label="更多操作" icon={<Ellipsis className="size-4" aria-hidden />} />
            </Dropdown>
            <input
              ref={fileInput}
              type="file"
              accept=".json"
              hidden
              aria-label="导入 JSON 文件"
              onChange={(event) => {
                void importFile(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            {canEdit && (
              <Button
                type="primary"
                className="max-md:-order-1"
                disabled={saving.isSaving}
                icon={<Save className="size-4" aria-hidden />}
                onClick={() => void saving.save()}
              >
                {saving.isSaving ? '保存中...' : '保存'}
              </Button>
            )}
          </>
        )}
      </div>
      {shown !== extra?.key && <EditorBanners saving={saving} />}
    </header>
  )
}

/** Reads the document anew; unsaved edits are given up only after a question. */
function useRefresh({ reload }: Saving): () => void {
  const { store } = useEditor()
  const confirm = useConfirm()
  return () => {
    if (!store.get().isDirty) return void reload()
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

/** `home-content-2026-11-21.json`: the kind and the ISO date (spec 2 §1). */
const exportName = (kind: DocumentKind, date: Date): string => `${kind}-content-${date.toISOString().slice(0, 10)}.json`

/** Saves a document as a file. */
function exportDocument(kind: DocumentKind, content: JsonObject): void {
  saveFile(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }), exportName(kind, new Date()))
}
