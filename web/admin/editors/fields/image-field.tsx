import { App, Avatar, Button, Input, Progress } from 'antd'
import { Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { AVATAR_PREFIX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadPurpose } from '#contracts/uploads/upload.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { upload as uploadFile } from '../../calls/upload.ts'
import { findImageError, IMAGE_ACCEPT } from '../../components/check-image.ts'
import { parsePath } from '../../components/json-path.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useEditor, useValueAt } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** An image field: URL, thumbnail, and a button to upload an image. */
export function ImageField({ field, path }: { field: FieldOf<'image'>; path: string }) {
  const { canEdit } = useEditor()
  const confirm = useConfirm()
  const [value, setValue] = useTextAt(path)
  const [selectedFile, setSelectedFile] = useState<File | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const imageUpload = useImageUpload(field, path, setValue)
  const isAvatar = field.purpose === 'avatar'

  function selectFile(file: File | undefined) {
    if (!file) return
    const error = findImageError(file, isAvatar ? 'image' : 'product-logo')
    imageUpload.setError(error)
    if (!error) setSelectedFile(file)
  }
  const uploadImage = (image: Blob, filename: string) => {
    setSelectedFile(null)
    void imageUpload.upload(image, filename)
  }
  const remove = () =>
    confirm({
      title: isAvatar ? '移除头像？' : '移除Logo？',
      content: '保存后生效。',
      okText: '移除',
      onOk: () => setValue(''),
    })

  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <ImagePreview value={value} isAvatar={isAvatar} />
            <Input
              {...control}
              className="min-w-40 flex-1"
              value={value}
              readOnly={!canEdit}
              onChange={(event) => setValue(event.target.value)}
            />
            {canEdit && (
              <span className="flex gap-2">
                <Button
                  icon={<Upload className="size-4" aria-hidden />}
                  disabled={imageUpload.progress !== null}
                  onClick={() => fileInput.current?.click()}
                >
                  上传{field.label}
                </Button>
                {value !== '' && (
                  <Button
                    aria-label={`移除${field.label}`}
                    icon={<Trash2 className="size-4" aria-hidden />}
                    onClick={remove}
                  />
                )}
              </span>
            )}
          </div>
          <input
            ref={fileInput}
            type="file"
            hidden
            accept={IMAGE_ACCEPT}
            aria-label={`选择${field.label}图片`}
            onChange={(event) => {
              selectFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {imageUpload.progress !== null && (
            <Progress percent={Math.round(imageUpload.progress * 100)} size="small" aria-label="上传进度" />
          )}
          {imageUpload.error && (
            <p role="alert" className="pt-1 text-sm text-danger">
              {imageUpload.error}
            </p>
          )}
          {selectedFile && (
            <Suspense>
              <CropDialog
                file={selectedFile}
                noun={field.label}
                isRound={isAvatar}
                onCancel={() => setSelectedFile(null)}
                onCropped={(image) => uploadImage(image, isAvatar ? 'avatar.png' : 'logo.png')}
                onUnreadable={() => {
                  setSelectedFile(null)
                  imageUpload.setError(ADMIN_MESSAGES.imageBroken)
                }}
                {...(isAvatar ? {} : { onUseOriginal: () => uploadImage(selectedFile, selectedFile.name) })}
              />
            </Suspense>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** Uploads an image, and sets the field to its URL. */
function useImageUpload({ purpose }: FieldOf<'image'>, path: string, setValue: (value: string) => void) {
  const { message } = App.useApp()
  const member = useValueAt(path.split('.').slice(0, -1).join('.'))
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string>()

  async function upload(file: Blob, filename: string) {
    setProgress(0)
    try {
      setValue(await (purpose === 'avatar' ? uploadAvatar(file, filename) : uploadPicture(purpose, file, filename)))
      message.success(purpose === 'avatar' ? ADMIN_MESSAGES.avatarUploaded : ADMIN_MESSAGES.logoUploaded)
    } catch (error) {
      setError(purpose === 'avatar' ? getAvatarErrorMessage(error) : getLogoErrorMessage(error))
    } finally {
      setProgress(null)
    }
  }

  async function uploadAvatar(file: Blob, filename: string): Promise<string> {
    const index = parsePath(path).findLast((part) => typeof part === 'number') ?? 0
    const name = isObject(member) && typeof member.name === 'string' ? member.name : ''
    const { data } = await uploadFile(uploadCalls.avatar, {
      file,
      filename,
      onProgress: setProgress,
      // Legacy parameters that determined the URL; the server ignores them.
      fields: { memberIndex: String(index), memberName: name, memberEmail: `member${index}@community.invalid` },
    })
    return data.avatarUrl
  }

  async function uploadPicture(purpose: UploadPurpose, file: Blob, filename: string): Promise<string> {
    const { data } = await uploadFile(uploadCalls.picture, {
      query: { purpose },
      file,
      filename,
      onProgress: setProgress,
    })
    return data.url
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

/** A thumbnail if the value is a URL on this site; an avatar may also be a short text. */
function ImagePreview({ value, isAvatar }: { value: string; isAvatar: boolean }) {
  if (isAvatar)
    return value.startsWith(AVATAR_PREFIX) ? (
      <Avatar size={48} src={value} alt="当前头像" />
    ) : (
      <Avatar size={48} className="bg-indigo text-on-indigo">
        {[...value].slice(0, 2).join('')}
      </Avatar>
    )
  if (!value.startsWith('/')) return null
  return <img src={value} alt="当前Logo" className="size-12 rounded-lg border border-line object-contain" />
}
