import { useState } from 'react'
import type { MediaFile } from '#contracts/media-library/media-file.ts'
import { REPLACING_UPLOADS } from '#contracts/rules/replaceable-media.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { IMAGE_UPLOAD_MESSAGES } from '#contracts/uploads/image-messages.ts'
import type { UploadPurpose } from '#contracts/uploads/upload.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError } from '../../components/check-image.ts'
import { useUploads } from '../../components/use-uploads.ts'
import type { ChosenPicture } from '../../media/choose-media-button.tsx'
import { findLogoError } from '../settings/logo-error.ts'

/** The picture that will replace another; one that was uploaded for it has no name and description of its own yet. */
export type ReplacementPicture = Pick<ChosenPicture, 'url' | 'width' | 'height'> & {
  isUploaded: boolean
  /** Whether it should have a QR code, but none was found. */
  lacksQrCode: boolean
}

function findError(file: File, kind: MediaFile['kind']): string | undefined {
  if (kind === 'branding') return findLogoError(file)
  return findImageError(file, kind === 'product-logo' ? 'product-logo' : 'image')
}

/** Returns whether a picture lacks the QR code that one of a kind has. */
async function lacksQrCode(kind: MediaFile['kind'], picture: Blob): Promise<boolean> {
  if (kind !== 'qr-code') return false
  const { hasQrCode } = await import('../qr-codes/has-qr-code.ts')
  return !(await hasQrCode(picture))
}

/** Uploads or takes from the library the picture that will replace a file. */
export function useReplacementPicture({ kind }: MediaFile) {
  const uploads = useUploads(0)
  const [picture, setPicture] = useState<ReplacementPicture>()

  function uploadPicture(file: File | undefined): void {
    if (!file || kind === 'attachment') return
    const purpose = REPLACING_UPLOADS[kind]
    uploads.clearErrors()
    const error = findError(file, kind)
    if (error) uploads.addError(error)
    else sendPicture(file, purpose)
  }

  function sendPicture(file: File, purpose: UploadPurpose): void {
    uploads.upload({
      files: [file],
      async uploadFile(options) {
        const { data } = await upload(uploadCalls.uploadPicture, { query: { purpose }, ...options })
        return { ...data, isUploaded: true, lacksQrCode: await lacksQrCode(kind, file) }
      },
      onFinished([item]) {
        if (!item) return
        if ('result' in item) setPicture(item.result)
        else if (!item.isCancelled) uploads.addError(IMAGE_UPLOAD_MESSAGES[purpose].failedBecause + item.error.message)
      },
    })
  }

  async function choosePicture({ url, width, height }: ChosenPicture): Promise<void> {
    uploads.clearErrors()
    const bytes = kind === 'qr-code' ? await (await fetch(url)).blob() : new Blob()
    setPicture({ url, width, height, isUploaded: false, lacksQrCode: await lacksQrCode(kind, bytes) })
  }

  return { picture, uploads, uploadPicture, choosePicture }
}
