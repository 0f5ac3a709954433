import { App, Avatar, Button, Input } from 'antd'
import { Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { AVATAR_PREFIX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { IMAGE_UPLOAD_MESSAGES } from '#contracts/uploads/image-messages.ts'
import type { CallError } from '../../../shared/call-error.ts'
import { upload as uploadFile } from '../../calls/upload.ts'
import { findImageError, IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileInput } from '../../components/file-input.tsx'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { UploadList } from '../../components/upload-list.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { ChooseMediaButton } from '../../media/choose-media-button.tsx'
import { useEditor } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'
import { useFieldUploads } from './use-field-uploads.ts'

type Purpose = FieldOf<'image'>['purpose']
type UploadOptions = Parameters<typeof uploadFile>[1]

/** Uploads the image of the field at a path of the document. */
function useImageUpload(purpose: Purpose, path: string) {
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

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** An image field: URL, thumbnail, and a button to upload an image. */
export function ImageField({ field, path }: { field: FieldOf<'image'>; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const [selectedFile, setSelectedFile] = useState<File | null>(null)
  const { uploads, upload } = useImageUpload(field.purpose, path)
  const isAvatar = field.purpose === 'avatar'

  function selectFile(file: File | undefined) {
    if (!file) return
    const fileError = findImageError(file, field.purpose === 'product-logo' ? 'product-logo' : 'image')
    uploads.clearErrors()
    if (fileError) uploads.addError(fileError)
    else setSelectedFile(file)
  }
  function uploadImage(image: Blob, filename: string) {
    setSelectedFile(null)
    upload(new File([image], filename, { type: image.type }))
  }
  function rejectUnreadableFile() {
    setSelectedFile(null)
    uploads.addError(ADMIN_MESSAGES.imageBroken)
  }

  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <ImagePreview value={value} label={field.label} isAvatar={isAvatar} />
            <Input
              {...control}
              className="min-w-40 flex-1"
              value={value}
              readOnly={!canEdit}
              onChange={(event) => setValue(event.target.value)}
            />
            {canEdit && (
              <ImageActions
                field={field}
                hasImage={value !== ''}
                isUploading={uploads.running.length > 0}
                onSelect={selectFile}
                onChoose={(url) => {
                  uploads.clearErrors()
                  setValue(url)
                }}
                onRemove={() => setValue('')}
              />
            )}
          </div>
          <UploadList uploads={uploads} />
          {selectedFile && (
            <Suspense>
              <CropDialog
                file={selectedFile}
                noun={field.label}
                isRound={isAvatar}
                onCancel={() => setSelectedFile(null)}
                onCropped={(image) => uploadImage(image, `${field.purpose}.png`)}
                onUnreadable={rejectUnreadableFile}
                onUseOriginal={isAvatar ? undefined : () => uploadImage(selectedFile, selectedFile.name)}
              />
            </Suspense>
          )}
        </>
      )}
    </FieldFrame>
  )
}

type ImageActionsProps = {
  field: FieldOf<'image'>
  hasImage: boolean
  isUploading: boolean
  onSelect: (file: File | undefined) => void
  onChoose: (url: string) => void
  onRemove: () => void
}

function ImageActions({ field, hasImage, isUploading, onSelect, onChoose, onRemove }: ImageActionsProps) {
  const confirm = useConfirm()
  const fileInput = useRef<HTMLInputElement>(null)
  const confirmRemove = () =>
    confirm({
      title: `移除${field.label}？`,
      content: '保存后生效。',
      okText: '移除',
      onOk: onRemove,
    })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        icon={<Upload className="size-4" aria-hidden />}
        onClick={() => fileInput.current?.click()}
        {...getUnavailableProps(isUploading)}
      >
        上传{field.label}
      </Button>
      <ChooseMediaButton
        kinds={[field.purpose]}
        label={`从媒体库选择${field.label}`}
        isUnavailable={isUploading}
        onChoose={({ url }) => onChoose(url)}
      />
      {hasImage && (
        <Button
          aria-label={`移除${field.label}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={confirmRemove}
        />
      )}
      <FileInput
        ref={fileInput}
        label={`选择${field.label}图片`}
        accept={IMAGE_ACCEPT}
        onSelect={([file]) => onSelect(file)}
      />
    </span>
  )
}

/** A thumbnail if the value is a URL on this site; an avatar may also be a short text. */
function ImagePreview({ value, label, isAvatar }: { value: string; label: string; isAvatar: boolean }) {
  if (isAvatar && value.startsWith(AVATAR_PREFIX)) return <Avatar size={48} src={value} alt={`当前${label}`} />
  if (isAvatar)
    return (
      <Avatar size={48} className="bg-indigo text-on-indigo">
        {[...value].slice(0, 2).join('')}
      </Avatar>
    )
  if (!value.startsWith('/')) return null
  return <img src={value} alt={`当前${label}`} className="size-12 rounded-lg border border-line object-contain" />
}
