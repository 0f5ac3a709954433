import { App } from 'antd'
import { useRef, useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadedAttachment } from '#contracts/uploads/upload.ts'
import { type CallError, toErrorMessage } from '../../../shared/call-error.ts'
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
  const abortController = useRef<AbortController>(undefined)
  const clearError = () => setError(undefined)

  /** Removes a file from the form after the server has removed it, which should have saved `expectedDocument`. */
  async function applyRemoval(removedPath: unknown, expectedDocument: JsonObject): Promise<void> {
    const latest = await resource.read()
    if (!store.get().isDirty) return store.load(latest)
    // Rebases only if the deletion is the only change; otherwise the next save must compare the versions.
    if (JSON.stringify(expectedDocument) === JSON.stringify(latest.value)) store.rebase(latest)
    store.set(path, listAttachments(withoutAttachment(store.get().document, path, removedPath), path))
    store.clearHistory()
  }

  return {
    uploads,
    error,

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
        await callAdmin(uploadCalls.removeAttachment, { body: { path: String(item.path) } })
        await applyRemoval(item.path, expectedDocument)
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
      status: 0,
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

/** Returns the document without an attachment of the list at a path. */
function withoutAttachment(document: JsonObject, path: JsonPath, removedPath: unknown): JsonObject {
  const remaining = listAttachments(document, path).filter((item) => !isObject(item) || item.path !== removedPath)
  const changed = withValueAt(document, path, remaining)
  return isObject(changed) ? changed : document
}
