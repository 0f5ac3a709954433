import { useQuery } from '@tanstack/react-query'
import { FileText, Paperclip, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION_FILE_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import type { SubmissionFileRules } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { formatSize } from '../../../shared/formats.ts'
import { Button } from '../../parts/buttons.tsx'
import type { FilesProps } from './files-slot.tsx'
import { type FormFile, useFiles } from './use-files.ts'

const MB = 1024 * 1024

/** Files beside the submission: uploaded as soon as they are chosen, each with its progress, each to be taken back. */
export function FilesField({ onChange }: FilesProps) {
  const { data: rules } = useQuery({
    queryKey: ['submission-file-rules'],
    queryFn: async () => (await call(submissionCalls.fileRules)).data,
  })
  const { files, add, remove, refusals } = useFiles(onChange, rules)
  const input = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        附件<span className="ml-1 font-normal text-muted">（选填）</span>
      </p>
      {/* The button opens it: a file input can't be drawn, and is no target for a finger. */}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择附件"
        accept={rules?.types.map((type) => `.${type}`).join()}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        ref={select}
        look="outline"
        aria-describedby={`${id}-label ${id}-hint`}
        onClick={() => input.current?.click()}
      >
        <Paperclip className="size-4" aria-hidden />
        选择文件
      </Button>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        产品白皮书、演示视频等，仅供审核，不会公开。{rules && describeLimits(rules)}
      </p>
      {files.length > 0 && (
        <ul aria-label="附件" className="mt-3 divide-y divide-line rounded-lg border border-line">
          {files.map((file) => (
            <FileEntry
              key={file.id}
              file={file}
              onRemove={() => {
                remove(file.id)
                // The pressed button goes with its file.
                select.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {refusals.map((refusal) => (
        <p key={refusal} role="alert" className="mt-1.5 text-sm text-danger">
          {refusal}
        </p>
      ))}
    </div>
  )
}

const describeLimits = ({ most, maxBytes, types }: SubmissionFileRules): string =>
  `${TEXTS.tooMany(most)}，每个不超过${Math.floor(maxBytes / MB)}MB，${TEXTS.type(types)}。`

const FileEntry = ({ file, onRemove }: { file: FormFile; onRemove: () => void }) => (
  <li className="flex items-center gap-3 py-1 pr-1 pl-3">
    <FileText className="size-5 shrink-0 text-muted" aria-hidden />
    <span className="min-w-0 flex-1">
      <span className="block wrap-anywhere">{file.name}</span>
      {file.key === undefined ? (
        <progress className="block h-1.5 w-full" value={file.share} max={1} aria-label={`${file.name}的上传进度`} />
      ) : (
        <span className="text-sm text-muted">{formatSize(file.size)}</span>
      )}
    </span>
    <button
      type="button"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:text-danger"
      aria-label={file.key === undefined ? `取消上传${file.name}` : `删除${file.name}`}
      onClick={onRemove}
    >
      <X className="size-5" aria-hidden />
    </button>
  </li>
)
