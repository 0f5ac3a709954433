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
import type { RunningUpload } from './upload-list.tsx'

/** Uploads pictures into the list at a path, which may contain up to `maxCount`. Returns running uploads and errors. */
export function usePictures(path: string, maxCount: number) {
  const { store } = useEditor()
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([])
  const [errors, setErrors] = useState<readonly string[]>([])

  const countPictures = () => {
    const value = getValueAt(store.get().document, parsePath(path))
    return Array.isArray(value) ? value.length : 0
  }
  const addError = (name: string, reason: string) => setErrors((all) => [...all, `${name}：${reason}`])

  async function uploadPicture(file: File, key: number) {
    try {
      const { data } = await upload(uploadCalls.picture, {
        query: { purpose: 'screenshot' },
        file,
        filename: file.name,
        onProgress: (progress) =>
          setUploads((all) => all.map((item) => (item.key === key ? { ...item, progress } : item))),
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
      const accepted = files.slice(0, freeSlots).filter((file) => {
        const error = findImageError(file, 'image')
        if (error) addError(file.name, error)
        return !error
      })
      setUploads(accepted.map(({ name }, key) => ({ key, name, progress: 0 })))
      const uploaded = await Promise.all(accepted.map(uploadPicture))
      setUploads([])
      const firstIndex = countPictures()
      for (const picture of uploaded)
        if (picture)
          store.changeList({ list: path, kind: 'added', index: countPictures() }, { ...picture, caption: '' })
      if (countPictures() > firstIndex) focusNewItem(`${path}.${firstIndex}.caption`)
    },
  }
}
