import { Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { call } from '../../../../shared/call.ts'
import { type CallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { upload } from '../../../../shared/upload.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { FieldError } from '../../../components/form-field.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import type { ScoreAutosave } from './score-autosave.ts'
import { type Cell, getCellKey } from './score-drafts.ts'

const UNSAVED_ERROR: CallError = { status: 0, message: '这一项还没有保存，请先保存后再上传文件' }

type EvidenceFilesProps = {
  cell: Cell
  access: JudgeCredentials
  autosave: ScoreAutosave
  files: readonly EvidenceFile[]
  canChange: boolean
  onReload: () => Promise<void>
}

/** The evidence files of a score, private to the project. */
export function EvidenceFiles({ cell, access, autosave, files, canChange, onReload }: EvidenceFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const addFileMutation = useMutation({
    async mutationFn(file: File) {
      // A file belongs to a score, which may be empty.
      if (!autosave.getState().saved.has(getCellKey(cell))) autosave.edit(cell, {})
      await autosave.flush()
      if (!autosave.getState().saved.has(getCellKey(cell))) throw UNSAVED_ERROR
      await upload(judgingCalls.uploadEvidence, {
        file,
        filename: file.name,
        fields: { ...access, candidate: cell.candidate, criterion: cell.criterion },
      })
      await onReload()
    },
  })
  const removeFileMutation = useMutation({
    async mutationFn(file: string) {
      await call(judgingCalls.removeEvidence, { body: { access, file } })
      await onReload()
    },
    // Without a reply, the file may have been removed.
    onError: () => onReload().catch(() => undefined),
  })
  const error = addFileMutation.error ?? removeFileMutation.error
  return (
    <div>
      <p className="text-sm font-medium">证据文件</p>
      <ul className="divide-y divide-line">
        {files.map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-3">
            <EvidenceLink source={{ access }} file={item} />
            {canChange && (
              <button
                type="button"
                className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
                aria-label={`删除文件：${item.name}`}
                aria-disabled={removeFileMutation.isPending || undefined}
                onClick={() => removeFileMutation.mutate(item.id)}
              >
                <X className="size-4" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <>
          <input
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label="选择证据文件"
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) addFileMutation.mutate(file)
            }}
          />
          <Button
            variant="outline"
            className="mt-1"
            isBusy={addFileMutation.isPending}
            onClick={() => input.current?.click()}
          >
            <Paperclip className="size-4" aria-hidden />
            {addFileMutation.isPending ? '上传中……' : '添加文件'}
          </Button>
        </>
      )}
      {!canChange && files.length === 0 && <p className="text-sm text-muted">没有文件</p>}
      <FieldError>{error && toErrorMessage(error)}</FieldError>
    </div>
  )
}
