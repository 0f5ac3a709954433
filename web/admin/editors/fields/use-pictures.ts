import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { failureMessage } from '../../../shared/call-failure.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError } from '../../parts/image-check.ts'
import { parsePath, valueAt } from '../../parts/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import { focusNewItem } from '../reveal-field.ts'

/** A picture on its way; two of a name may be. */
type Sending = { key: number; name: string; share: number }

/** Returns what uploads pictures into the list at a path, which takes `most`: the running uploads, and what went wrong. */
export function usePictures(path: string, most: number) {
  const { store } = useEditor()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])

  const count = () => {
    const value = valueAt(store.get().document, parsePath(path))
    return Array.isArray(value) ? value.length : 0
  }
  const refuse = (name: string, reason: string) => setRefusals((all) => [...all, `${name}：${reason}`])

  async function sendOne(file: File, key: number) {
    try {
      const { data } = await upload(uploadCalls.picture, {
        query: { purpose: 'screenshot' },
        file,
        filename: file.name,
        onProgress: (share) => setSending((all) => all.map((item) => (item.key === key ? { ...item, share } : item))),
      })
      return data
    } catch (error) {
      refuse(file.name, failureMessage(error, ADMIN_MESSAGES.uploadFailed))
      return undefined
    }
  }

  return {
    sending,
    refusals,

    /** Uploads the pictures that fit, lists them in the order that they were given, and goes to the first caption. */
    async add(files: readonly File[]): Promise<void> {
      if (files.length === 0 || sending.length > 0) return
      const freeSlots = Math.max(0, most - count())
      setRefusals(files.length > freeSlots ? [SCREENSHOT_MESSAGES.tooMany] : [])
      const accepted = files.slice(0, freeSlots).filter((file) => {
        const error = findImageError(file, 'image')
        if (error) refuse(file.name, error)
        return !error
      })
      setSending(accepted.map(({ name }, key) => ({ key, name, share: 0 })))
      const uploaded = await Promise.all(accepted.map(sendOne))
      setSending([])
      const first = count()
      for (const picture of uploaded)
        if (picture) store.changeList({ list: path, kind: 'added', index: count() }, { ...picture, caption: '' })
      if (count() > first) focusNewItem(`${path}.${first}.caption`)
    },
  }
}
