import { App } from 'antd'
import { useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'
import { upload } from '../../calls/upload.ts'
import { formatPath, getValueAt, type JsonPath, parsePath, withValueAt } from '../../components/json-path.ts'
import type { FailedUpload } from '../../components/use-uploads.ts'
import { useEditor } from '../editor-context.tsx'
import { useFieldUploads } from './use-field-uploads.ts'

/** Uploads, downloads and removes attachments of the list at a path of the document. */
export function useAttachments(path: JsonPath) {
  // Messages are toasts, since loading a document remounts the form.
  const { message } = App.useApp()
  const { resource, store } = useEditor()
  const uploads = useFieldUploads(formatPath(path))
  const [interruptedFiles, setInterruptedFiles] = useState<readonly File[]>([])

  /**
   * Removes a file on the server. Returns the document without it. If no reply says so, this request or an earlier one
   * may have removed it; the document tells.
   */
  async function removeFile(filePath: unknown): Promise<Versioned<JsonObject>> {
    try {
      await callAdmin(uploadCalls.removeAttachment, { body: { path: String(filePath) } })
      return await resource.read()
    } catch (failure) {
      const latest = mayBeRemoved(failure) ? await resource.read().catch(() => undefined) : undefined
      if (!latest || hasAttachment(latest.value, path, filePath)) throw failure
      return latest
    }
  }

  /** Removes a file from the form after the server has removed it, which should have saved `expectedDocument`. */
  function applyRemoval(removedPath: unknown, latest: Versioned<JsonObject>, expectedDocument: JsonObject): void {
    if (!store.get().isDirty) {
      store.applySavedChange(latest)
      return
    }
    // Rebases only if the deletion is the only change; otherwise the next save must compare the versions.
    if (JSON.stringify(expectedDocument) === JSON.stringify(latest.value)) store.rebase(latest)
    store.set(path, listAttachments(withoutAttachment(store.get().document, path, removedPath), path))
    store.clearHistory()
  }

  function add(files: readonly File[]) {
    uploads.clearErrors()
    if (uploads.running.length === 0) setInterruptedFiles([])
    uploads.upload({
      files,
      uploadFile: async (options) => (await upload(uploadCalls.uploadAttachment, options)).data,
      onFinished(finished, currentPath) {
        const attachments = finished.flatMap((item) => ('result' in item ? item.result : []))
        if (attachments.length > 0) {
          const list = parsePath(currentPath)
          store.set(list, [...listAttachments(store.get().document, list), ...attachments])
          message.success(`${ADMIN_MESSAGES.attachmentsUploaded(attachments.length)}保存后对访客生效。`)
        }
        const failedUploads = finished.filter((item) => 'error' in item)
        if (failedUploads.length > 0) uploads.addError(describeFailedUploads(failedUploads, attachments.length === 0))
        const interrupted = failedUploads.filter(({ error, isCancelled }) => isUnanswered(error) && !isCancelled)
        setInterruptedFiles((earlier) => [...earlier, ...interrupted.map(({ file }) => file)])
      },
    })
  }

  return {
    uploads,
    /** The files whose upload was interrupted, such as by a lost connection, and may succeed if it is repeated. */
    interruptedFiles,

    /** Uploads files in parallel, and adds the successful ones to the list. */
    add,

    /** Uploads the interrupted files again. */
    retry(): void {
      add(interruptedFiles)
      setInterruptedFiles([])
    },

    /** Downloads a file, whether the saved document contains it or not. */
    async download(item: JsonObject): Promise<void> {
      uploads.clearErrors()
      try {
        await download(evaluationCalls.downloadAttachment, { query: { path: item.path } })
      } catch (error) {
        uploads.addError(`${ADMIN_MESSAGES.attachmentDownloadFailedBecause}${toErrorMessage(error, MESSAGES.network)}`)
      }
    },

    /** Removes the file from the form and, in a new revision, from the saved document. */
    async remove(item: JsonObject): Promise<void> {
      uploads.clearErrors()
      try {
        const expectedDocument = withoutAttachment(store.get().loaded.value, path, item.path)
        applyRemoval(item.path, await removeFile(item.path), expectedDocument)
        message.success(ADMIN_MESSAGES.attachmentRemoved)
      } catch (error) {
        uploads.addError(
          `${ADMIN_MESSAGES.attachmentRemoveFailedBecause}${toErrorMessage(error, ADMIN_MESSAGES.attachmentRemoveFailed)}`,
        )
      }
    },
  }
}

/** Names the files that weren't uploaded, with the reasons. */
function describeFailedUploads(uploads: readonly FailedUpload[], isEveryFile: boolean): string {
  const failures = uploads.map(({ file, error }) => `${file.name}（${error.message}）`).join('；')
  return isEveryFile
    ? `${ADMIN_MESSAGES.attachmentsAllFailed}：${failures}`
    : `${ADMIN_MESSAGES.attachmentUploadFailedBecause}${failures}`
}

function listAttachments(document: JsonObject, path: JsonPath): readonly unknown[] {
  const list = getValueAt(document, path)
  return Array.isArray(list) ? list : []
}

/** Returns whether a failed removal may have taken place: no reply says otherwise, or the file is gone. */
const mayBeRemoved = (failure: unknown): boolean => isUnanswered(failure) || isNotFound(failure)

const hasAttachment = (document: JsonObject, path: JsonPath, filePath: unknown): boolean =>
  listAttachments(document, path).some((item) => isObject(item) && item.path === filePath)

/** Returns the document without an attachment of the list at a path. */
function withoutAttachment(document: JsonObject, path: JsonPath, removedPath: unknown): JsonObject {
  const remaining = listAttachments(document, path).filter((item) => !isObject(item) || item.path !== removedPath)
  const changed = withValueAt(document, path, remaining)
  return isObject(changed) ? changed : document
}
