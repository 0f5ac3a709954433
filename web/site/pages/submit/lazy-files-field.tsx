import { useEffect } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from '../../components/buttons.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import type { SubmissionDraft } from './draft.ts'
import { FILE_PURPOSES } from './file-purposes.ts'
import { type FormFiles, hasFiles, toFormFiles } from './form-files.ts'

export type FilesFieldProps = {
  storage: Pick<SubmissionDraft, 'files' | 'screenshots'>
  onChange: (files: FormFiles) => void
}

const lazyFilesField = createLazyImport(async () => (await import('./files-field.tsx')).FilesField)

/**
 * The file fields. They are loaded once the page is interactive, as few visitors need them and the form works without.
 */
export function LazyFilesField({ storage, onChange }: FilesFieldProps) {
  const { Component: FilesField, hasFailed, preload } = useLazyComponent(lazyFilesField)

  useEffect(preload, [preload])

  // Files uploaded in an earlier visit belong to the form even if it is sent before the field has loaded.
  useEffect(() => {
    const stored = toFormFiles(storage.files.read(), storage.screenshots.read())
    if (hasFiles(stored)) onChange(stored)
  }, [storage, onChange])

  return (
    // Reserves the height of the field, to avoid a layout shift.
    <div className="min-h-68 max-[24rem]:min-h-83 sm:min-h-63 md:col-span-2 xl:min-h-58">
      <noscript>
        <p className="text-sm text-muted">截图与附件（选填）需要启用JavaScript才能上传；不上传也可以提交。</p>
      </noscript>
      {FilesField && <FilesField storage={storage} onChange={onChange} />}
      {!FilesField && !hasFailed && <FilesPlaceholder />}
      {hasFailed && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <p role="status">截图与附件（选填）：{SITE_MESSAGES.network}</p>
          <Button variant="outline" onClick={preload}>
            重试
          </Button>
        </div>
      )}
    </div>
  )
}

/** What the fields are for, with an empty shape in the place of each button. */
const FilesPlaceholder = () => (
  <div className="space-y-5 noscript:hidden">
    {Object.values(FILE_PURPOSES).map(({ label, hint }) => (
      <div key={label}>
        <p className="mb-1.5 text-sm font-medium">
          {label}
          <span className="font-normal text-muted">（选填）</span>
        </p>
        <div className="h-11 w-32 rounded-lg bg-sunken" />
        <p className="mt-1.5 text-sm text-muted">{hint}</p>
      </div>
    ))}
  </div>
)
