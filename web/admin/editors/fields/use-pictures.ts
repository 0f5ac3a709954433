import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadedImage } from '#contracts/uploads/upload.ts'
import { isTyping } from '../../../shared/versioned/is-typing.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError } from '../../components/check-image.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import { focusNewItem } from '../reveal-field.ts'
import { useFieldUploads } from './use-field-uploads.ts'

/** Uploads pictures into the list at a path, which may contain up to `maxCount`. */
export function usePictures(path: string, maxCount: number) {
  const { store } = useEditor()
  const uploads = useFieldUploads(path)

  function countPictures(list: string) {
    const value = getValueAt(store.get().document, parsePath(list))
    return Array.isArray(value) ? value.length : 0
  }

  /** Adds uploaded pictures to the list, and focuses the first caption unless something is being typed. */
  function addToList(list: string, pictures: readonly UploadedImage[]) {
    const firstIndex = countPictures(list)
    // The list may have grown during the upload, such as by undoing a removal.
    const fittingPictures = pictures.slice(0, Math.max(0, maxCount - firstIndex))
    for (const [index, picture] of fittingPictures.entries())
      store.changeList({ list, kind: 'added', index: firstIndex + index }, { ...picture, caption: '' })
    if (fittingPictures.length < pictures.length) uploads.addError(SCREENSHOT_MESSAGES.tooMany)
    if (fittingPictures.length > 0 && !isTyping()) focusNewItem(`${list}.${firstIndex}.caption`)
  }

  return {
    uploads,

    /** Uploads as many pictures as fit, besides those that are being uploaded, and adds them in the given order. */
    add(files: readonly File[]): void {
      if (files.length === 0) return
      uploads.clearErrors()
      const freeSlots = Math.max(0, maxCount - countPictures(path) - uploads.running.length)
      if (files.length > freeSlots) uploads.addError(SCREENSHOT_MESSAGES.tooMany)
      const validFiles: File[] = []
      for (const file of files.slice(0, freeSlots)) {
        const error = findImageError(file, 'image')
        if (error) uploads.addError(`${file.name}：${error}`)
        else validFiles.push(file)
      }
      uploads.upload({
        files: validFiles,
        uploadFile: async (options) =>
          (await upload(uploadCalls.uploadPicture, { query: { purpose: 'screenshot' }, ...options })).data,
        onFinished(finished, list) {
          for (const item of finished) if ('error' in item) uploads.addError(`${item.file.name}：${item.error.message}`)
          addToList(
            list,
            finished.flatMap((item) => ('result' in item ? item.result : [])),
          )
        },
      })
    },
  }
}
