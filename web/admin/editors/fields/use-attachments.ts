import { App } from 'antd'
import { useRef, useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadedAttachment } from '#contracts/uploads/upload.ts'
import { type CallError, isCallError, isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'
import { upload } from '../../calls/upload.ts'
import { getValueAt, type JsonPath, withValueAt } from '../../components/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import { useUploads } from './use-uploads.ts'

/** Uploads, downloads and removes attachments of the list at a path of the document. */
export function useAttachments(path: JsonPath) {
  // Messages are toasts, since loading a document remounts the form.
  const { message } = App.useApp()
  const { resource, store } = useEditor()
  const { uploads, uploadFiles } = useUploads()
  const [error, setError] = useState<string>()
  const [interruptedFiles, setInterruptedFiles] = useState<readonly File[]>([])
  const abortController = useRef<AbortController>(undefined)
  function clearError() {
    setError(undefined)
    setInterruptedFiles([])
  }

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
      store.load(latest)
      return
    }
    // Rebases only if the deletion is the only change; otherwise the next save must compare the versions.
    if (JSON.stringify(expectedDocument) === JSON.stringify(latest.value)) store.rebase(latest)
    store.set(path, listAttachments(withoutAttachment(store.get().document, path, removedPath), path))
    store.clearHistory()
  }

  return {
    uploads,
    error,
    /** The files whose upload was interrupted, such as by a lost connection, and may succeed if it is repeated. */
    interruptedFiles,

    /** Aborts the running uploads; finished ones stay. */
    cancel: () => abortController.current?.abort(),

    /** Uploads files in parallel, and adds the successful ones to the list. */
    async add(files: readonly File[]): Promise<void> {
      if (files.length === 0) return
      clearError()
      const controller = new AbortController()
      abortController.current = controller
      const results = await uploadFiles(files, (file, onProgress) =>
        uploadAttachment(file, onProgress, controller.signal),
      )
      const uploaded = results.filter((result) => 'path' in result)
      if (uploaded.length > 0) {
        store.set(path, [...listAttachments(store.get().document, path), ...uploaded])
        message.success(`${ADMIN_MESSAGES.attachmentsUploaded(uploaded.length)}保存后对访客生效。`)
      }
      setError(describeFailedUploads(files, results))
      if (!controller.signal.aborted) setInterruptedFiles(files.filter((_, index) => isUnanswered(results[index])))
    },

    /** Downloads a file, whether the saved document contains it or not. */
    async download(item: JsonObject): Promise<void> {
      clearError()
      try {
        await download(evaluationCalls.downloadAttachment, { query: { path: item.path } })
      } catch (error) {
        setError(`${ADMIN_MESSAGES.attachmentDownloadFailedBecause}${toErrorMessage(error, MESSAGES.network)}`)
      }
    },

    /** Removes the file from the form and, in a new revision, from the saved document. */
    async remove(item: JsonObject): Promise<void> {
      clearError()
      try {
        const expectedDocument = withoutAttachment(store.get().loaded.value, path, item.path)
        applyRemoval(item.path, await removeFile(item.path), expectedDocument)
        message.success(ADMIN_MESSAGES.attachmentRemoved)
      } catch (error) {
        setError(
          `${ADMIN_MESSAGES.attachmentRemoveFailedBecause}${toErrorMessage(error, ADMIN_MESSAGES.attachmentRemoveFailed)}`,
        )
      }
    },
  }
}

type UploadResult = UploadedAttachment | CallError

async function uploadAttachment(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  try {
    const { data } = await upload(uploadCalls.uploadAttachment, { file, filename: file.name, signal, onProgress })
    return data
  } catch (error) {
    return {
      status: isCallError(error) ? error.status : 0,
      message: signal.aborted ? ADMIN_MESSAGES.uploadCancelled : toErrorMessage(error, ADMIN_MESSAGES.uploadFailed),
    }
  }
}

/** Names the files that weren't uploaded, with the reasons; `undefined` if all were. `results` are in file order. */
function describeFailedUploads(files: readonly File[], results: readonly UploadResult[]): string | undefined {
  const failures = results.flatMap((result, index) =>
    'path' in result ? [] : [`${files[index]?.name ?? ''}（${result.message}）`],
  )
  if (failures.length === 0) return undefined
  if (failures.length === files.length) return `${ADMIN_MESSAGES.attachmentsAllFailed}：${failures.join('；')}`
  return `${ADMIN_MESSAGES.attachmentUploadFailedBecause}${failures.join('；')}`
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
