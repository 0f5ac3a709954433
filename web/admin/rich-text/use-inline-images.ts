import type { Editor } from '@tiptap/react'
import type { MediaFile } from '#contracts/media-library/media-file.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { IMAGE_UPLOAD_MESSAGES } from '#contracts/uploads/image-messages.ts'
import { upload } from '../calls/upload.ts'
import { findImageError } from '../components/check-image.ts'
import { useUploads } from '../components/use-uploads.ts'

export type InlineImages = ReturnType<typeof useInlineImages>

/** Uploads images, and inserts them at the position that the cursor has when the upload has finished. */
export function useInlineImages(editor: Editor, version: number) {
  const uploads = useUploads(version)
  const messages = IMAGE_UPLOAD_MESSAGES['rich-text']

  return {
    running: uploads.running,
    errors: uploads.errors,

    cancel(): void {
      uploads.cancel()
      // The button that cancels is removed.
      editor.commands.focus()
    },

    /** Inserts a picture of the media library with its description. */
    choose({ url, altText }: Pick<MediaFile, 'url' | 'altText'>): void {
      uploads.clearErrors()
      editor
        .chain()
        .focus()
        .insertContent({ type: 'image', attrs: { src: url, alt: altText } })
        .run()
    },

    add(files: readonly File[]): void {
      if (files.length === 0) return
      uploads.clearErrors()
      const validFiles: File[] = []
      for (const file of files) {
        const error = findImageError(file, 'image')
        if (error) uploads.addError(error)
        else validFiles.push(file)
      }
      uploads.upload({
        files: validFiles,
        uploadFile: async (options) =>
          (await upload(uploadCalls.uploadPicture, { query: { purpose: 'rich-text' }, ...options })).data,
        onFinished(finished) {
          for (const item of finished)
            if ('error' in item && !item.isCancelled) uploads.addError(`${messages.failedBecause}${item.error.message}`)
          const images = finished.flatMap((item) =>
            'result' in item ? { type: 'image', attrs: { src: item.result.url, alt: '' } } : [],
          )
          if (editor.isDestroyed) uploads.addError(ADMIN_MESSAGES.uploadTargetGone(validFiles.map(({ name }) => name)))
          else if (images.length > 0) editor.chain().focus().insertContent(images).run()
        },
      })
    },
  }
}
