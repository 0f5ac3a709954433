import { App } from 'antd'
import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { upload as uploadFile } from '../../calls/upload.ts'
import { parsePath } from '../../components/json-path.ts'
import { useValueAt } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'

type ImageUploadOptions = {
  purpose: FieldOf<'image'>['purpose']
  path: string
  onUploaded: (url: string) => void
}

/** Uploads the image of a field. Returns the upload's progress from 0 to 1, `null` if none is running, and its error. */
export function useImageUpload({ purpose, path, onUploaded }: ImageUploadOptions) {
  const { message } = App.useApp()
  const parent = useValueAt(path.split('.').slice(0, -1).join('.'))
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const isAvatar = purpose === 'avatar'

  async function uploadAvatar(image: Blob, filename: string): Promise<string> {
    const index = parsePath(path).findLast((part) => typeof part === 'number') ?? 0
    const name = isObject(parent) && typeof parent.name === 'string' ? parent.name : ''
    const { data } = await uploadFile(uploadCalls.uploadAvatar, {
      file: image,
      filename,
      onProgress: setProgress,
      // Legacy parameters that determined the URL; the server ignores them.
      fields: { memberIndex: String(index), memberName: name, memberEmail: `member${index}@community.invalid` },
    })
    return data.avatarUrl
  }

  async function uploadPicture(image: Blob, filename: string): Promise<string> {
    const { data } = await uploadFile(uploadCalls.uploadPicture, {
      query: { purpose },
      file: image,
      filename,
      onProgress: setProgress,
    })
    return data.url
  }

  async function upload(image: Blob, filename: string): Promise<void> {
    setProgress(0)
    try {
      onUploaded(await (isAvatar ? uploadAvatar(image, filename) : uploadPicture(image, filename)))
      message.success(isAvatar ? ADMIN_MESSAGES.avatarUploaded : ADMIN_MESSAGES.logoUploaded)
    } catch (error) {
      setError(isAvatar ? getAvatarErrorMessage(error) : getLogoErrorMessage(error))
    } finally {
      setProgress(null)
    }
  }

  return { progress, error, setError, upload }
}

const getLogoErrorMessage = (error: unknown): string =>
  `Logo上传失败：${toErrorMessage(error, ADMIN_MESSAGES.uploadFailed)}`

/** Returns the server's message or, without one, the advice to try again. */
const getAvatarErrorMessage = (error: unknown): string =>
  isCallError(error) && error.status > 0
    ? `${ADMIN_MESSAGES.avatarFailedBecause}${error.message}`
    : ADMIN_MESSAGES.avatarFailed
