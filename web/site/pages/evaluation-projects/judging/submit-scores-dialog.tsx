import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { call } from '../../../../shared/call.ts'
import { type CallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import type { JudgingCell } from './judging-cells.ts'
import type { ScoreAutosave } from './score-autosave.ts'

const MAX_LISTED_ITEMS = 8
const UNSAVED_ERROR: CallError = { status: 0, message: '还有内容没有保存成功，请处理后再提交' }

type SubmitScoresDialogProps = {
  isOpen: boolean
  access: JudgeCredentials
  autosave: ScoreAutosave
  unscoredCells: readonly JudgingCell[]
  onClose: () => void
  onOpenCell: (key: string) => void
  /** Must close the dialog. */
  onSubmitted: (judging: Judging) => void
}

/** The dialog to submit scores. Lists the cells without a score, which don't prevent submitting. */
export function SubmitScoresDialog({
  isOpen,
  access,
  autosave,
  unscoredCells,
  onClose,
  onOpenCell,
  onSubmitted,
}: SubmitScoresDialogProps) {
  const submitMutation = useMutation({
    async mutationFn() {
      await autosave.flush()
      if (autosave.getState().pending.size > 0) throw UNSAVED_ERROR
      return call(judgingCalls.submit, { body: { access } })
    },
    onSuccess: ({ data }) => onSubmitted(data),
  })
  const submitLabel = unscoredCells.length > 0 ? '仍然提交' : '确认提交'
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="提交评分" className="max-w-lg">
      {unscoredCells.length > 0 && (
        <div className="mb-4">
          <p>{PROJECT_MESSAGES.incomplete(unscoredCells.length)}（分数与证据等级都要有）：</p>
          <ul>
            {unscoredCells.slice(0, MAX_LISTED_ITEMS).map(({ key, criterionTitle, candidateName }) => (
              <li key={key}>
                <button
                  type="button"
                  className="min-h-11 text-left text-indigo underline"
                  onClick={() => {
                    onOpenCell(key)
                    onClose()
                  }}
                >
                  {criterionTitle}：{candidateName}
                </button>
              </li>
            ))}
            {unscoredCells.length > MAX_LISTED_ITEMS && <li className="text-sm text-muted">……</li>}
          </ul>
        </div>
      )}
      <p className="mb-5">提交之后，复议开始之前不能再改。没有评分的项不计入。</p>
      <FormError>{submitMutation.isError && toErrorMessage(submitMutation.error)}</FormError>
      <Button className="mt-4 w-full" isBusy={submitMutation.isPending} onClick={() => submitMutation.mutate()}>
        {submitMutation.isPending ? '提交中……' : submitLabel}
      </Button>
    </Dialog>
  )
}
