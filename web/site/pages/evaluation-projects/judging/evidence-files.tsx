import { Paperclip, X } from 'lucide-react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { EvidenceFile, JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { call } from '../../../../shared/call.ts'
import { type CallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { upload } from '../../../../shared/upload.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { FileButton } from '../../../components/file-button.tsx'
import { FieldError } from '../../../components/form-field.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import type { ScoreAutosave } from './score-autosave.ts'
import { type Cell, getCellKey } from './score-drafts.ts'

const UNSAVED_ERROR: CallError = { status: 0, message: '这一项还没有保存，请先保存后再上传文件' }

type EvidenceChangesOptions = {
  cell: Cell
  access: JudgeCredentials
  autosave: ScoreAutosave
  onReload: () => Promise<void>
}

type EvidenceFilesProps = EvidenceChangesOptions & { files: readonly EvidenceFile[]; canChange: boolean }

/** The evidence files of a score, private to the project. */
export function EvidenceFiles({ files, canChange, ...options }: EvidenceFilesProps) {
  const { addMutation, removeMutation } = useEvidenceChanges(options)
  const error = addMutation.error ?? removeMutation.error
  return (
    <div>
      <p className="text-sm font-medium">证据文件</p>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li key={file.id} className="flex items-center justify-between gap-3">
            <EvidenceLink source={{ access: options.access }} file={file} />
            {canChange && (
              <button
                type="button"
                className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
                aria-label={`删除文件：${file.name}`}
                aria-disabled={removeMutation.isPending || undefined}
                onClick={() => removeMutation.mutate(file.id)}
              >
                <X className="size-4" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <FileButton
          variant="outline"
          className="mt-1"
          inputLabel="选择证据文件"
          isBusy={addMutation.isPending}
          onSelect={([file]) => file && addMutation.mutate(file)}
        >
          <Paperclip className="size-4" aria-hidden />
          <span>{addMutation.isPending ? '上传中……' : '添加文件'}</span>
        </FileButton>
      )}
      {!canChange && files.length === 0 && <p className="text-sm text-muted">没有文件</p>}
      <FieldError>{error && toErrorMessage(error)}</FieldError>
    </div>
  )
}

/** Returns mutations that add a file to a score, and remove one. */
function useEvidenceChanges({ cell, access, autosave, onReload }: EvidenceChangesOptions) {
  const isSaved = () => autosave.getState().saved.has(getCellKey(cell))
  const addMutation = useMutation({
    async mutationFn(file: File) {
      // A file belongs to a score, which may be empty.
      if (!isSaved()) autosave.edit(cell, {})
      await autosave.flush()
      if (!isSaved()) throw UNSAVED_ERROR
      await upload(judgingCalls.uploadEvidence, {
        file,
        filename: file.name,
        fields: { ...access, candidate: cell.candidate, criterion: cell.criterion },
      })
      await onReload()
    },
  })
  const removeMutation = useMutation({
    async mutationFn(file: string) {
      await call(judgingCalls.removeEvidence, { body: { access, file } })
      await onReload()
    },
    // Without a reply, the file may have been removed.
    onError: () => onReload().catch(() => undefined),
  })
  return { addMutation, removeMutation }
}
