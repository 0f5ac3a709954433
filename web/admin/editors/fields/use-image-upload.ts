import { App } from 'antd'
import { isObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { IMAGE_UPLOAD_MESSAGES } from '#contracts/uploads/image-messages.ts'
import type { CallError } from '../../../shared/call-error.ts'
import { upload as uploadFile } from '../../calls/upload.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditor } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'
import { useFieldUploads } from './use-field-uploads.ts'

type Purpose = FieldOf<'image'>['purpose']
type UploadOptions = Parameters<typeof uploadFile>[1]

/** Uploads the image of the field at a path of the document. */
export function useImageUpload(purpose: Purpose, path: string) {
  const { message } = App.useApp()
  const { store } = useEditor()
  const uploads = useFieldUploads(path)
  const messages = IMAGE_UPLOAD_MESSAGES[purpose]

  async function uploadAvatar(options: UploadOptions): Promise<string> {
    const keys = parsePath(path)
    const index = keys.findLast((part) => typeof part === 'number') ?? 0
    const parent = getValueAt(store.get().document, keys.slice(0, -1))
    const name = isObject(parent) && typeof parent.name === 'string' ? parent.name : ''
    const { data } = await uploadFile(uploadCalls.uploadAvatar, {
      ...options,
      // Legacy parameters that determined the URL; the server ignores them.
      fields: { memberIndex: String(index), memberName: name, memberEmail: `member${index}@community.invalid` },
    })
    return data.avatarUrl
  }

  async function uploadPicture(options: UploadOptions, purpose: Exclude<Purpose, 'avatar'>): Promise<string> {
    const { data } = await uploadFile(uploadCalls.uploadPicture, { ...options, query: { purpose } })
    return data.url
  }

  return {
    uploads,

    upload(image: File): void {
      uploads.clearErrors()
      uploads.upload({
        files: [image],
        uploadFile: (options) => (purpose === 'avatar' ? uploadAvatar(options) : uploadPicture(options, purpose)),
        onFinished([item], currentPath) {
          if (!item) return
          if ('result' in item) {
            store.set(parsePath(currentPath), item.result)
            message.success(messages.uploaded)
          } else if (!item.isCancelled) uploads.addError(describeError(messages, item.error))
        },
      })
    },
  }
}

/** Returns the server's message or, without one, the advice to try again. */
const describeError = (messages: (typeof IMAGE_UPLOAD_MESSAGES)[Purpose], { status, message }: CallError): string =>
  status > 0 ? `${messages.failedBecause}${message}` : messages.failed
