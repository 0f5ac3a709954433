import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError } from '../../components/check-image.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import { focusNewItem } from '../reveal-field.ts'
import { useUploads } from './use-uploads.ts'

/** Uploads pictures into the list at a path, which may contain up to `maxCount`. Returns running uploads and errors. */
export function usePictures(path: string, maxCount: number) {
  const { store } = useEditor()
  const { uploads, uploadFiles } = useUploads()
  const [errors, setErrors] = useState<readonly string[]>([])

  const countPictures = () => {
    const value = getValueAt(store.get().document, parsePath(path))
    return Array.isArray(value) ? value.length : 0
  }
  const addError = (name: string, reason: string) => setErrors((all) => [...all, `${name}：${reason}`])

  async function uploadPicture(file: File, onProgress: (progress: number) => void) {
    try {
      const { data } = await upload(uploadCalls.uploadPicture, {
        query: { purpose: 'screenshot' },
        file,
        filename: file.name,
        onProgress,
      })
      return data
    } catch (error) {
      addError(file.name, toErrorMessage(error, ADMIN_MESSAGES.uploadFailed))
      return undefined
    }
  }

  return {
    uploads,
    errors,

    /** Uploads as many pictures as fit, adds them in the given order, and focuses the first caption. */
    async add(files: readonly File[]): Promise<void> {
      if (files.length === 0 || uploads.length > 0) return
      const freeSlots = Math.max(0, maxCount - countPictures())
      setErrors(files.length > freeSlots ? [SCREENSHOT_MESSAGES.tooMany] : [])
      const validFiles: File[] = []
      for (const file of files.slice(0, freeSlots)) {
        const error = findImageError(file, 'image')
        if (error) addError(file.name, error)
        else validFiles.push(file)
      }
      const pictures = await uploadFiles(validFiles, uploadPicture)
      const firstIndex = countPictures()
      for (const picture of pictures)
        if (picture)
          store.changeList({ list: path, kind: 'added', index: countPictures() }, { ...picture, caption: '' })
      if (countPictures() > firstIndex) focusNewItem(`${path}.${firstIndex}.caption`)
    },
  }
}
