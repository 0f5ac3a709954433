import { buildCallUrl } from '#contracts/call-url.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import { getToken } from '../../../shared/call.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useDocumentKind, useEditor } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import type { DocumentForm } from '../form/form-types.ts'
import { useUndoToast } from '../use-undo.ts'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { listMissingFiles } from './list-missing-files.ts'
import { listRemovedContent, type RemovedContent } from './list-removed-content.ts'
import { readImportFile } from './read-import-file.ts'
import { recognizeDocument } from './recognize-document.ts'

/** Returns whether an uploaded file exists, such as an image or an attachment; `true` if that can't be found out. */
async function hasUploadedFile(path: string): Promise<boolean> {
  // Attachments aren't served under their path.
  const url = path.startsWith(ATTACHMENTS_PATH)
    ? buildCallUrl(evaluationCalls.downloadAttachment, { query: { path } })
    : path
  try {
    const { status } = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${getToken()}` } })
    return status !== 404
  } catch {
    return true
  }
}

const ATTACHMENTS_PATH = `${UPLOADS_PREFIX}attachments/`

/**
 * Returns a function that imports a file. It first shows which page the file belongs to, what would become empty and
 * how much would change. Unsaved edits stay as a draft, and the import can be undone.
 */
export function useImport(versionedDocument: VersionedDocument): (file: File | undefined) => Promise<void> {
  const kind = useDocumentKind()
  const { resource, store, viewState, form } = useEditor()
  const confirm = useConfirm()
  const showUndoToast = useUndoToast()
  const fail = (text: string) => versionedDocument.notify({ kind: 'failure', text })

  function apply(document: JsonObject) {
    versionedDocument.drafts.storeSeparately()
    store.replace(document)
    viewState.setErrors([])
    versionedDocument.notify(null)
    showUndoToast(ADMIN_MESSAGES.imported)
  }

  return async (file) => {
    if (!file) return
    const parsed = await readImportFile(file)
    if ('failure' in parsed) return fail(parsed.failure)
    const fileKind = recognizeDocument(parsed.document, { preferred: kind, filename: file.name })
    if (!fileKind) return fail(ADMIN_MESSAGES.importUnrecognised)
    const { document: formDocument, isDirty } = store.get()
    const edited = store.read()
    const before = 'document' in edited ? edited.document : formDocument
    // A document is saved with all its sections, so a section that the file lacks becomes empty: the confirmation lists
    // what would be removed.
    const document = withAllSections(kind, resource.upgradeDocument(parsed.document, before))
    const removedContent = listRemovedContent(before, document)
    const missingFiles = await listMissingFiles(before, document, hasUploadedFile)
    const isOtherKind = fileKind !== kind
    const hasWarning = isOtherKind || removedContent.length > 0 || missingFiles.length > 0
    confirm({
      title: isOtherKind ? `这是“${DOCUMENT_LABELS[fileKind]}”的数据文件` : `导入“${file.name}”？`,
      content: (
        <ImportSummary
          form={form}
          kind={isOtherKind ? kind : undefined}
          removedContent={removedContent}
          missingFiles={missingFiles}
          changes={diff(before, document).length}
          isDirty={isDirty}
        />
      ),
      okText: hasWarning ? '仍然导入' : '导入',
      isDangerous: hasWarning,
      onOk: () => apply(document),
    })
  }
}

const MAX_LISTED_FILES = 3

type ImportSummaryProps = {
  form: DocumentForm
  /** The name of the edited page, if the file belongs to another one. */
  kind: DocumentKind | undefined
  removedContent: readonly RemovedContent[]
  missingFiles: readonly string[]
  changes: number
  isDirty: boolean
}

function ImportSummary({ form, kind, removedContent, missingFiles, changes, isDirty }: ImportSummaryProps) {
  const total = removedContent.reduce((sum, { count }) => sum + count, 0)
  const sections = removedContent.map(({ section, count }) => `${getLabel(form, section)}${count}项`).join('、')
  return (
    <div className="flex flex-col gap-2">
      {kind && <p>正在编辑的是“{DOCUMENT_LABELS[kind]}”，两者的栏目不同。</p>}
      {total > 0 && (
        <p className="text-danger">
          导入后将清空{total}项：{sections}。
        </p>
      )}
      {missingFiles.length > 0 && (
        <p className="text-danger wrap-anywhere">
          文件中提到的{missingFiles.length}个上传文件不在本站，导入后访客看不到这些图片、下载不了这些附件：
          {missingFiles.slice(0, MAX_LISTED_FILES).join('、')}
          {missingFiles.length > MAX_LISTED_FILES && '等'}。
        </p>
      )}
      <p>
        {changes > 0 ? `与编辑中的内容有${changes}处不同。` : '与编辑中的内容相同。'}
        保存之前，网站上的内容不变。
      </p>
      {isDirty && <p>{ADMIN_MESSAGES.editsBecomeDraft}</p>}
    </div>
  )
}
