import { HOUR_MS } from '#contracts/durations.ts'
import type { UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import { createFormValue } from './form-value.ts'

/** Shorter than the day for which the server retains uploads that no submission refers to. */
const UPLOAD_LIFETIME_MS = 23 * HOUR_MS

/** An uploaded file; images have captions. */
export type UploadedFile = UploadedSubmissionFile & { caption?: string }

/** Creates the storage of the uploaded files of one field. */
export function createUploadStorage(key: string) {
  const storage = createFormValue<UploadedFile[]>(key, UPLOAD_LIFETIME_MS)
  return {
    /** Returns the files of an earlier visit; the server checks whether their keys are still valid. */
    read: (): UploadedFile[] =>
      [storage.read() ?? []].flat().filter((file) => {
        const { key, name, caption = '' } = Object(file)
        return typeof key === 'string' && typeof name === 'string' && typeof caption === 'string'
      }),

    write(uploaded: UploadedFile[]): void {
      if (uploaded.length > 0) storage.write(uploaded)
      else storage.clear()
    },
  }
}
export type UploadStorage = ReturnType<typeof createUploadStorage>
