import { type ComponentType, useEffect, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from '../../parts/buttons.tsx'
import { loadUploads } from './draft.ts'

/** The form's view of its files: the keys of uploaded ones, and whether others are still uploading. */
export type FormFiles = { keys: readonly string[]; isUploading: boolean }
export const NO_FILES: FormFiles = { keys: [], isUploading: false }

export type FilesProps = { onChange: (files: FormFiles) => void }

/** The field of the files, which comes after the page can be used: few need it, and the form works without it. */
export function FilesSlot({ onChange }: FilesProps) {
  const [Field, setField] = useState<ComponentType<FilesProps>>()
  const [hasFailed, setFailed] = useState(false)

  // What an earlier visit has uploaded belongs to the form, whether or not the field is there by the time it is sent.
  useEffect(() => {
    const keys = loadUploads().map(({ key }) => key)
    if (keys.length > 0) onChange({ keys, isUploading: false })
  }, [onChange])

  useEffect(() => {
    if (hasFailed) return
    import('./files-field.tsx').then(
      ({ FilesField }) => setField(() => FilesField),
      () => setFailed(true),
    )
  }, [hasFailed])

  return (
    <div className="min-h-30 md:col-span-2">
      <noscript>
        <p className="text-sm text-muted">附件（选填）需要启用JavaScript才能上传；不带附件也可以提交。</p>
      </noscript>
      {Field && <Field onChange={onChange} />}
      {hasFailed && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <p role="status">附件（选填）：{SITE_MESSAGES.network}</p>
          <Button look="outline" onClick={() => setFailed(false)}>
            重试
          </Button>
        </div>
      )}
    </div>
  )
}
