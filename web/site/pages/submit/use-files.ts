import { useEffect, useRef, useState } from 'react'
import type { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { upload } from '../../../shared/upload.ts'
import type { UploadedFile, UploadStorage } from './draft.ts'

/** A file of the form; it is uploading while it has no key. */
export type FormFile = { id: number; name: string; size: number; progress: number; key?: string; caption?: string }

/** The rules of a file field. */
export type FileFieldConfig = {
  call: typeof submissionCalls.uploadFile | typeof submissionCalls.uploadScreenshot
  maxCount: number
  tooManyMessage: string
  storage: UploadStorage
  /** Returns the error that the server would report, before the bytes are sent. */
  findError: (file: File) => string | undefined
  /** Returns the default caption of an image; omitted for files without captions. */
  getCaption?: (file: File) => string
}

let lastId = 0
const createId = () => {
  lastId += 1
  return lastId
}

const isUploaded = (file: FormFile): file is FormFile & UploadedFile => file.key !== undefined

/** Returns the files of a field. Notifies the form of each change, and stores the uploaded files for a reload. */
export function useFiles(config: FileFieldConfig, onChange: (files: readonly FormFile[]) => void) {
  const { storage } = config
  const [files, setFiles] = useState(() =>
    storage.read().map((uploaded): FormFile => ({ ...uploaded, id: createId(), progress: 1 })),
  )
  const [errors, setErrors] = useState<readonly string[]>([])
  const uploads = useRef(new Map<number, AbortController>())

  useEffect(() => {
    storage.write(
      files.filter(isUploaded).map(({ key, name, size, caption }) => ({
        key,
        name,
        size,
        ...(caption === undefined ? {} : { caption }),
      })),
    )
    onChange(files)
  }, [files, storage, onChange])

  useEffect(() => {
    const { current } = uploads
    return () => {
      for (const upload of current.values()) upload.abort()
    }
  }, [])

  const changeFile = (id: number, changes: Partial<FormFile>) =>
    setFiles((currentFiles) => currentFiles.map((file) => (file.id === id ? { ...file, ...changes } : file)))
  const removeFile = (id: number) => setFiles((currentFiles) => currentFiles.filter((file) => file.id !== id))

  async function uploadFile(id: number, file: File) {
    const controller = new AbortController()
    uploads.current.set(id, controller)
    try {
      const { data } = await upload(config.call, {
        file,
        filename: file.name,
        onProgress: (progress) => changeFile(id, { progress }),
        signal: controller.signal,
      })
      changeFile(id, { key: data.key, size: data.size, progress: 1 })
    } catch (error) {
      removeFile(id)
      if (controller.signal.aborted) return
      setErrors((currentErrors) => [...currentErrors, `${file.name}：${toErrorMessage(error, MESSAGES.failed)}`])
    } finally {
      uploads.current.delete(id)
    }
  }

  return {
    files,
    errors,

    /** Uploads the valid files, and reports why the others are rejected. */
    add(selectedFiles: readonly File[]) {
      const fileErrors = selectedFiles.map(config.findError)
      const validFiles = selectedFiles.filter((_, index) => !fileErrors[index])
      const freeSlots = Math.max(0, config.maxCount - files.length)
      setErrors([
        ...selectedFiles.flatMap(({ name }, index) => (fileErrors[index] ? [`${name}：${fileErrors[index]}`] : [])),
        ...(validFiles.length > freeSlots ? [config.tooManyMessage] : []),
      ])
      const startedUploads = validFiles.slice(0, freeSlots).map((file) => ({ id: createId(), file }))
      setFiles((currentFiles) => [
        ...currentFiles,
        ...startedUploads.map(({ id, file }) => {
          const caption = config.getCaption?.(file)
          return { id, name: file.name, size: file.size, progress: 0, ...(caption === undefined ? {} : { caption }) }
        }),
      ])
      for (const { id, file } of startedUploads) void uploadFile(id, file)
    },

    describe: (id: number, caption: string) => changeFile(id, { caption }),

    /** Removes a file, or aborts its upload. */
    remove(id: number) {
      uploads.current.get(id)?.abort()
      setErrors([])
      removeFile(id)
    },
  }
}
