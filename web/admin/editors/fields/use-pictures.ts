import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError } from '../../parts/image-check.ts'
import { parsePath, valueAt } from '../../parts/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import { focusNewItem } from '../reveal-field.ts'

/** A running upload; two pictures may have the same name. */
type RunningUpload = { key: number; name: string; share: number }

/** Uploads pictures into the list at a path, which may contain `maxCount`. Returns running uploads and errors. */
export function usePictures(path: string, maxCount: number) {
  const { store } = useEditor()
  const [sending, setSending] = useState<readonly RunningUpload[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])

  const countPictures = () => {
    const value = valueAt(store.get().document, parsePath(path))
    return Array.isArray(value) ? value.length : 0
  }
  const addRefusal = (name: string, reason: string) => setRefusals((all) => [...all, `${name}：${reason}`])

  async function uploadPicture(file: File, key: number) {
    try {
      const { data } = await upload(uploadCalls.picture, {
        query: { purpose: 'screenshot' },
        file,
        filename: file.name,
        onProgress: (share) => setSending((all) => all.map((item) => (item.key === key ? { ...item, share } : item))),
      })
      return data
    } catch (error) {
      addRefusal(file.name, getFailureMessage(error, ADMIN_MESSAGES.uploadFailed))
      return undefined
    }
  }

  return {
    sending,
    refusals,

    /** Uploads as many pictures as fit, adds them in the given order, and focuses the first caption. */
    async add(files: readonly File[]): Promise<void> {
      if (files.length === 0 || sending.length > 0) return
      const freeSlots = Math.max(0, maxCount - countPictures())
      setRefusals(files.length > freeSlots ? [SCREENSHOT_MESSAGES.tooMany] : [])
      const accepted = files.slice(0, freeSlots).filter((file) => {
        const error = findImageError(file, 'image')
        if (error) addRefusal(file.name, error)
        return !error
      })
      setSending(accepted.map(({ name }, key) => ({ key, name, share: 0 })))
      const uploaded = await Promise.all(accepted.map(uploadPicture))
      setSending([])
      const first = countPictures()
      for (const picture of uploaded)
        if (picture)
          store.changeList({ list: path, kind: 'added', index: countPictures() }, { ...picture, caption: '' })
      if (countPictures() > first) focusNewItem(`${path}.${first}.caption`)
    },
  }
}
