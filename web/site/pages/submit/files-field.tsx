import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { MB, SCREENSHOT, SUBMISSION_FILES, UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionFileRules } from '#contracts/submissions/submission.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'
import { FileField } from './file-field.tsx'
import { FILE_PURPOSES } from './file-purposes.ts'
import { toFormFiles } from './form-files.ts'
import type { FilesFieldProps } from './lazy-files-field.tsx'
import type { UploadStorage } from './upload-storage.ts'
import type { FileFieldConfig, FormFile } from './use-files.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

const getScreenshotConfig = (storage: UploadStorage): FileFieldConfig => ({
  call: submissionCalls.uploadScreenshot,
  maxCount: SCREENSHOT.max,
  tooManyMessage: SCREENSHOT_MESSAGES.tooMany,
  storage,
  findError({ type, size }) {
    if (!IMAGE_TYPES.includes(type)) return ADMIN_MESSAGES.imageType
    return size > UPLOAD.image ? ADMIN_MESSAGES.imageTooLarge : undefined
  },
  getCaption: ({ name }) => name.replace(/\.[^.]*$/, '').slice(0, SCREENSHOT.captionLength),
})

/** The screenshots and attachments of a submission, which are uploaded as soon as they are selected. */
export function FilesField({ storage, onChange }: FilesFieldProps) {
  const { data: rules } = useQuery(dataOf(queryOf(submissionCalls.fileRules)))
  const screenshotConfig = useMemo(() => getScreenshotConfig(storage.screenshots), [storage])
  const attachmentConfig = useMemo(() => getAttachmentConfig(rules, storage.files), [rules, storage])
  const [files, setFiles] = useState<readonly FormFile[]>([])
  const [screenshots, setScreenshots] = useState<readonly FormFile[]>([])
  useEffect(() => onChange(toFormFiles(files, screenshots)), [onChange, files, screenshots])
  return (
    <div className="space-y-5">
      <FileField
        part="screenshots"
        label={FILE_PURPOSES.screenshots.label}
        config={screenshotConfig}
        accept={IMAGE_TYPES.join()}
        hint={`${FILE_PURPOSES.screenshots.hint}${SCREENSHOT_MESSAGES.tooMany}，每张不超过${UPLOAD.image / MB}MB；请逐张说明图中是什么。`}
        onChange={setScreenshots}
      />
      <FileField
        part="files"
        label={FILE_PURPOSES.attachments.label}
        config={attachmentConfig}
        accept={rules?.types.map((type) => `.${type}`).join()}
        hint={`${FILE_PURPOSES.attachments.hint}${rules ? describeLimits(rules) : ''}`}
        onChange={setFiles}
      />
    </div>
  )
}

const getAttachmentConfig = (rules: SubmissionFileRules | undefined, storage: UploadStorage): FileFieldConfig => ({
  call: submissionCalls.uploadFile,
  maxCount: rules?.most ?? SUBMISSION_FILES.max,
  tooManyMessage: MESSAGES.tooMany(rules?.most ?? SUBMISSION_FILES.max),
  storage,
  findError({ name, size }) {
    if (!rules) return undefined
    const extension = name.split('.').pop()?.toLowerCase().replace('jpeg', 'jpg') ?? ''
    if (!rules.types.includes(extension)) return MESSAGES.type(rules.types)
    return size > rules.maxBytes ? MESSAGES.tooLarge(Math.floor(rules.maxBytes / MB)) : undefined
  },
})

const describeLimits = ({ most, maxBytes, types }: SubmissionFileRules): string =>
  `${MESSAGES.tooMany(most)}，每个不超过${Math.floor(maxBytes / MB)}MB，${MESSAGES.type(types)}。`
