import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { MB, SCREENSHOT, SUBMISSION_FILES, UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionFileRules } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { STORED_FILES, STORED_SCREENSHOTS } from './draft.ts'
import { FileList } from './file-list.tsx'
import { type FormFiles, toFormFiles } from './form-files.ts'
import type { FileKind, FormFile } from './use-files.ts'

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

const SCREENSHOTS: FileKind = {
  call: submissionCalls.uploadScreenshot,
  most: SCREENSHOT.most,
  tooMany: SCREENSHOT_MESSAGES.tooMany,
  stored: STORED_SCREENSHOTS,
  findError({ type, size }) {
    if (!PICTURE_TYPES.includes(type)) return ADMIN_MESSAGES.imageType
    return size > UPLOAD.image ? ADMIN_MESSAGES.imageTooLarge : undefined
  },
  getCaption: ({ name }) => name.replace(/\.[^.]*$/, '').slice(0, SCREENSHOT.caption),
}

/** Screenshots and attachments of a submission: uploaded when they are chosen, with progress, and removable. */
export function FilesField({ onChange }: { onChange: (files: FormFiles) => void }) {
  const { data: rules } = useQuery({
    queryKey: ['submission-file-rules'],
    queryFn: async () => (await call(submissionCalls.fileRules)).data,
  })
  const attachments = useMemo(() => getAttachmentKind(rules), [rules])
  const [files, setFiles] = useState<readonly FormFile[]>([])
  const [screenshots, setScreenshots] = useState<readonly FormFile[]>([])
  useEffect(() => onChange(toFormFiles(files, screenshots)), [onChange, files, screenshots])
  return (
    <div className="space-y-5">
      <FileList
        label="产品截图"
        kind={SCREENSHOTS}
        accept={PICTURE_TYPES.join()}
        hint={`界面截图，通过审核后在产品页面公开展示。${SCREENSHOT_MESSAGES.tooMany}，每张不超过${UPLOAD.image / MB}MB；请逐张说明图中是什么。`}
        onChange={setScreenshots}
      />
      <FileList
        label="附件"
        kind={attachments}
        accept={rules?.types.map((type) => `.${type}`).join()}
        hint={`产品白皮书、演示视频等，仅供审核，不会公开。${rules ? describeLimits(rules) : ''}`}
        onChange={setFiles}
      />
    </div>
  )
}

const getAttachmentKind = (rules: SubmissionFileRules | undefined): FileKind => ({
  call: submissionCalls.uploadFile,
  most: rules?.most ?? SUBMISSION_FILES.most,
  tooMany: MESSAGES.tooMany(rules?.most ?? SUBMISSION_FILES.most),
  stored: STORED_FILES,
  findError({ name, size }) {
    if (!rules) return undefined
    const ending = name.split('.').pop()?.toLowerCase().replace('jpeg', 'jpg') ?? ''
    if (!rules.types.includes(ending)) return MESSAGES.type(rules.types)
    return size > rules.maxBytes ? MESSAGES.tooLarge(Math.floor(rules.maxBytes / MB)) : undefined
  },
})

const describeLimits = ({ most, maxBytes, types }: SubmissionFileRules): string =>
  `${MESSAGES.tooMany(most)}，每个不超过${Math.floor(maxBytes / MB)}MB，${MESSAGES.type(types)}。`
