import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { type CallError, isCallError, toErrorMessage } from '../../shared/call-error.ts'
import { useTrackOpenChoice } from './use-leave-guard.ts'

/** A running upload. `key` identifies it, since two files may have the same name; `progress` is from 0 to 1. */
type RunningUpload = { key: number; name: string; progress: number }

/** What to pass to the call that uploads a file. */
type UploadOptions = { file: File; filename: string; signal: AbortSignal; onProgress: (progress: number) => void }

/** A file with what its upload returned, or with the reason why it failed. */
export type FinishedUpload<Result> = { file: File; result: Result } | FailedUpload
export type FailedUpload = { file: File; error: CallError; isCancelled: boolean }

export type UploadBatch<Result> = {
  files: readonly File[]
  uploadFile: (options: UploadOptions) => Promise<Result>
  onFinished: (uploads: readonly FinishedUpload<Result>[]) => void
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * Uploads the files of a field. More can be added while others are uploaded. The errors are those of the edits since
 * `version`, the last saved version: beside the confirmation of a save, they would deny it.
 */
export function useUploads(version: number) {
  const { message } = App.useApp()
  const [running, setRunning] = useState<readonly RunningUpload[]>([])
  const [errors, setErrors] = useState<readonly string[]>([])
  const [errorVersion, setErrorVersion] = useState(version)
  if (version !== errorVersion) {
    setErrorVersion(version)
    setErrors([])
  }
  const lastKey = useRef(0)
  const lastBatch = useRef<Promise<void>>(Promise.resolve())
  const abortControllers = useRef(new Set<AbortController>())
  const isMounted = useRef(false)
  useTrackOpenChoice(running.length > 0)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  async function uploadBatch<Result>({ files, uploadFile, onFinished }: UploadBatch<Result>, previous: Promise<void>) {
    const controller = new AbortController()
    const { signal } = controller
    abortControllers.current.add(controller)
    const firstKey = lastKey.current + 1
    lastKey.current += files.length
    const isInBatch = (key: number) => key >= firstKey && key < firstKey + files.length
    setRunning((all) => [...all, ...files.map(({ name }, index) => ({ key: firstKey + index, name, progress: 0 }))])
    const uploads = await Promise.all(
      files.map(async (file, index): Promise<FinishedUpload<Result>> => {
        const onProgress = (progress: number) =>
          setRunning((all) => all.map((item) => (item.key === firstKey + index ? { ...item, progress } : item)))
        try {
          return { file, result: await uploadFile({ file, filename: file.name, signal, onProgress }) }
        } catch (error) {
          return { file, error: toUploadError(error, signal), isCancelled: signal.aborted }
        }
      }),
    )
    await previous
    abortControllers.current.delete(controller)
    setRunning((all) => all.filter(({ key }) => !isInBatch(key)))
    onFinished(uploads)
  }

  return {
    running,
    errors,

    /** Adds an error to those shown. After the field has disappeared, such as with its list item, shows a toast. */
    addError(error: string): void {
      if (isMounted.current) setErrors((all) => [...all, error])
      else message.error(error)
    },

    /** Removes the errors of earlier files, unless some of the files that were added with them are being uploaded. */
    clearErrors(): void {
      if (abortControllers.current.size === 0) setErrors([])
    },

    /** Aborts the running uploads; finished ones stay. */
    cancel(): void {
      for (const controller of abortControllers.current) controller.abort()
    },

    /** Uploads files in parallel. Batches are finished in the order in which they were added. */
    upload<Result>(batch: UploadBatch<Result>): void {
      if (batch.files.length > 0) lastBatch.current = uploadBatch(batch, lastBatch.current)
    },
  }
}

function toUploadError(error: unknown, signal: AbortSignal): CallError {
  return {
    status: isCallError(error) ? error.status : 0,
    message: signal.aborted ? ADMIN_MESSAGES.uploadCancelled : toErrorMessage(error, ADMIN_MESSAGES.uploadFailed),
  }
}
