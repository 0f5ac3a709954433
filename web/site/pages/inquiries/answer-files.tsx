import { Paperclip, X } from 'lucide-react'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import type { AnswerFile, AskedQuestion } from '#contracts/inquiries/question.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { download } from '../../../shared/download.ts'
import { formatSize } from '../../../shared/formats.ts'
import { upload } from '../../../shared/upload.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { FileButton } from '../../components/file-button.tsx'
import { FieldError } from '../../components/form-field.tsx'
import type { AnsweringEditor } from './use-answering.ts'

type AnswerFilesProps = {
  token: string
  question: AskedQuestion
  editor: AnsweringEditor
  problem: string | undefined
}

/** The files of an answer. */
export function AnswerFiles({ token, question, editor, problem }: AnswerFilesProps) {
  const { answering, reload } = editor
  const files = answering.files.filter((file) => file.question === question.key)
  const addMutation = useMutation({
    async mutationFn(file: File) {
      const fields = { token, question: question.key }
      await upload(answeringCalls.uploadFile, { file, filename: file.name, fields })
      await reload()
    },
  })
  const removeMutation = useMutation({
    async mutationFn(file: string) {
      await call(answeringCalls.removeFile, { body: { token, file } })
      await reload()
    },
    // Without a reply, the file may have been removed.
    onError: () => reload().catch(() => undefined),
  })
  const downloadMutation = useMutation({
    mutationFn: (file: string) => download(answeringCalls.downloadFile, { body: { token, file } }),
  })
  const error = addMutation.error ?? removeMutation.error
  return (
    <div>
      {files.length > 0 && (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              canRemove={answering.canAnswer}
              isBusy={removeMutation.isPending}
              onDownload={() => downloadMutation.mutate(file.id)}
              onRemove={() => removeMutation.mutate(file.id)}
            />
          ))}
        </ul>
      )}
      {answering.canAnswer && question.kind !== 'price' && (
        <FileButton
          variant="outline"
          className="mt-1"
          inputLabel={`为“${question.title}”选择文件`}
          accept={answering.fileTypes.map((type) => `.${type}`).join(',')}
          isBusy={addMutation.isPending}
          onSelect={([file]) => file && addMutation.mutate(file)}
        >
          <Paperclip className="size-4" aria-hidden />
          <span>{addMutation.isPending ? '上传中……' : '添加文件'}</span>
        </FileButton>
      )}
      <FieldError>{error ? toErrorMessage(error) : problem}</FieldError>
      <FieldError>
        {downloadMutation.error && toErrorMessage(downloadMutation.error, SITE_MESSAGES.downloadFailed)}
      </FieldError>
    </div>
  )
}

type FileRowProps = {
  file: AnswerFile
  canRemove: boolean
  isBusy: boolean
  onDownload: () => void
  onRemove: () => void
}

const FileRow = ({ file, canRemove, isBusy, onDownload, onRemove }: FileRowProps) => (
  <li className="flex items-center justify-between gap-3">
    <button
      type="button"
      className="min-h-11 min-w-0 text-left break-all text-indigo underline"
      aria-label={`下载文件：${file.name}`}
      onClick={onDownload}
    >
      {file.name}（{formatSize(file.size)}）
    </button>
    {canRemove && (
      <button
        type="button"
        className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
        aria-label={`删除文件：${file.name}`}
        aria-disabled={isBusy || undefined}
        onClick={onRemove}
      >
        <X className="size-4" aria-hidden />
      </button>
    )}
  </li>
)
