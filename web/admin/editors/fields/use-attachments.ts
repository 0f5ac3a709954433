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
import type { RunningUpload } from './upload-list.tsx'

/** Uploads, downloads and removes attachments of the list at a path of the document. */
export function useAttachments(path: JsonPath) {
  // Messages are toasts, since loading a document remounts the form.
  const { message } = App.useApp()
  const { subject, store } = useEditor()
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([])
  const [error, setError] = useState<string>()
  const abortController = useRef<AbortController>(undefined)

  const listAttachments = (document: JsonObject): readonly unknown[] => {
    const list = getValueAt(document, path)
    return Array.isArray(list) ? list : []
  }
  const withoutAttachment = (document: JsonObject, removedPath: unknown): JsonObject => {
    const remaining = listAttachments(document).filter((item) => !isObject(item) || item.path !== removedPath)
    const changed = withValueAt(document, path, remaining)
    return isObject(changed) ? changed : document
  }
  const clearError = () => setError(undefined)

  async function uploadFile(file: File, key: number, signal: AbortSignal): Promise<UploadedAttachment | CallError> {
    try {
      const { data } = await upload(uploadCalls.attachment, {
        file,
        filename: file.name,
        signal,
        onProgress: (progress) =>
          setUploads((all) => all.map((item) => (item.key === key ? { ...item, progress } : item))),
      })
      return data
    } catch (error) {
      return {
        status: 0,
        message: signal.aborted ? ADMIN_MESSAGES.uploadCancelled : toErrorMessage(error, ADMIN_MESSAGES.uploadFailed),
      }
    }
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
      setUploads(files.map(({ name }, key) => ({ key, name, progress: 0 })))
      const results = await Promise.all(files.map((file, key) => uploadFile(file, key, controller.signal)))
      setUploads([])
      const uploaded = results.filter((result) => 'path' in result)
      const failures = results.flatMap((result, index) =>
        'path' in result ? [] : [`${files[index]?.name ?? ''}（${result.message}）`],
      )
      if (uploaded.length > 0) {
        store.set(path, [...listAttachments(store.get().document), ...uploaded])
        message.success(`${ADMIN_MESSAGES.attachmentsUploaded(uploaded.length)}保存后对访客生效。`)
      }
      if (uploaded.length === 0) setError(`${ADMIN_MESSAGES.attachmentsAllFailed}：${failures.join('；')}`)
      else if (failures.length > 0) setError(`${ADMIN_MESSAGES.attachmentUploadFailedBecause}${failures.join('；')}`)
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
        const before = store.get()
        await callAdmin(uploadCalls.removeAttachment, { body: { path: String(item.path) } })
        const latest = await subject.resource.read()
        const expectedDocument = withoutAttachment(before.loaded.value, item.path)
        if (!store.get().isDirty) store.load(latest)
        else {
          // Rebases only if the deletion is the only change; otherwise the next save must compare the versions.
          if (JSON.stringify(expectedDocument) === JSON.stringify(latest.value)) store.rebase(latest)
          store.set(path, listAttachments(withoutAttachment(store.get().document, item.path)))
          store.clearHistory()
        }
        message.success(ADMIN_MESSAGES.attachmentRemoved)
      } catch (error) {
        setError(
          `${ADMIN_MESSAGES.attachmentRemoveFailedBecause}${toErrorMessage(error, ADMIN_MESSAGES.attachmentRemoveFailed)}`,
        )
      }
    },
  }
}
