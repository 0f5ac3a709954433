import { useEffect, useRef, useState } from 'react'
import type { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { upload } from '../../../shared/upload.ts'
import type { UploadedFile, UploadStorage } from './upload-storage.ts'

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
      const { acceptedFiles, rejections } = checkFiles(selectedFiles, config, files.length)
      // What was said about files that were selected together with those that are still uploading stays.
      setErrors((currentErrors) => (uploads.current.size > 0 ? [...currentErrors, ...rejections] : rejections))
      const newUploads = acceptedFiles.map((file) => ({ file, formFile: createFormFile(file, config) }))
      setFiles((currentFiles) => [...currentFiles, ...newUploads.map(({ formFile }) => formFile)])
      for (const { file, formFile } of newUploads) void uploadFile(formFile.id, file)
    },

    describe: (id: number, caption: string) => changeFile(id, { caption }),

    /** Removes a file, or aborts its upload. */
    remove(id: number) {
      if (uploads.current.size === 0) setErrors([])
      uploads.current.get(id)?.abort()
      removeFile(id)
    },
  }
}

/** Returns the files that are valid and fit into the field, and why the others are rejected. */
function checkFiles(files: readonly File[], { findError, maxCount, tooManyMessage }: FileFieldConfig, count: number) {
  const checkedFiles = files.map((file) => ({ file, error: findError(file) }))
  const validFiles = checkedFiles.flatMap(({ file, error }) => (error ? [] : [file]))
  const freeSlots = Math.max(0, maxCount - count)
  return {
    acceptedFiles: validFiles.slice(0, freeSlots),
    rejections: [
      ...checkedFiles.flatMap(({ file, error }) => (error ? [`${file.name}：${error}`] : [])),
      ...(validFiles.length > freeSlots ? [tooManyMessage] : []),
    ],
  }
}

function createFormFile(file: File, { getCaption }: FileFieldConfig): FormFile {
  const caption = getCaption?.(file)
  const formFile = { id: createId(), name: file.name, size: file.size, progress: 0 }
  return caption === undefined ? formFile : { ...formFile, caption }
}
