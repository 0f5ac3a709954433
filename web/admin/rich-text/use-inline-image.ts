import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { isCallError } from '../../shared/call-error.ts'
import { upload as uploadFile } from '../calls/upload.ts'
import { findImageError } from '../components/check-image.ts'

/** Uploads an image, and inserts it at the position that the cursor has when the upload has finished. */
export function useInlineImage(editor: Editor) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const abortController = useRef<AbortController>(null)

  return {
    progress,
    error,
    cancel() {
      abortController.current?.abort()
      // The button that cancels is removed.
      editor.commands.focus()
    },

    async upload(file: File | undefined): Promise<void> {
      if (!file) return
      const fileError = findImageError(file, 'image')
      setError(fileError)
      if (fileError) return
      const controller = new AbortController()
      abortController.current = controller
      setProgress(0)
      try {
        const { data } = await uploadFile(uploadCalls.uploadPicture, {
          query: { purpose: 'rich-text' },
          file,
          filename: file.name,
          onProgress: setProgress,
          signal: controller.signal,
        })
        if (!editor.isDestroyed)
          editor
            .chain()
            .focus()
            .insertContent({ type: 'image', attrs: { src: data.url, alt: '' } })
            .run()
      } catch (error) {
        if (!controller.signal.aborted) setError(getErrorMessage(error))
      } finally {
        setProgress(null)
      }
    },
  }
}

const getErrorMessage = (error: unknown): string =>
  isCallError(error) && error.message !== ''
    ? `${PRODUCT_MESSAGES.inlineImageFailedBecause}${error.message}`
    : ADMIN_MESSAGES.inlineImageFailed
