import { useQuery } from '@tanstack/react-query'
import { Flag, LockOpen, Settings2, Users } from 'lucide-react'
import { useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { Grading } from '#contracts/evaluation-grading/grading.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { GRADING } from '#contracts/limits.ts'
import { describeReopening } from '#contracts/rules/evaluation/describe-readings.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../../../shared/call.ts'
import { toErrorMessage } from '../../../../../shared/call-error.ts'
import { formatMinute } from '../../../../../shared/formats.ts'
import { useMutation } from '../../../../../shared/use-mutation.ts'
import { Button } from '../../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx'
import { FormError } from '../../../../components/text-field.tsx'
import { useToast } from '../../../../components/toast.tsx'
import { GradingDialog } from './grading-dialog.tsx'
import { gradingQuery, useReloadGrading } from './grading-queries.ts'
import { GradingResultsView } from './grading-results.tsx'
import { ReaderProgress } from './reader-progress.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

type GradingSectionProps = { project: ProjectView; run: Run; isFollowing: boolean; canChange: boolean }

/** The reading of a run by people who don't know whose a reply is: its start, its progress, its results. */
export function GradingSection({ project: { id: projectId, role }, run, isFollowing, canChange }: GradingSectionProps) {
  const { data, error } = useQuery(gradingQuery(projectId, run, { isFollowing }))
  const [isChanging, setIsChanging] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const [isReopening, setIsReopening] = useState(false)
  const grading = data?.data
  return (
    <section aria-label="人工判定" className="min-w-0 rounded-xl border border-line p-4">
      <h3 className="text-base font-semibold">人工判定</h3>
      <FormError>{error && toErrorMessage(error)}</FormError>
      {grading && <GradingStatus grading={grading} />}
      {grading && canChange && (
        <GradingActions
          grading={grading}
          role={role}
          onChange={() => setIsChanging(true)}
          onClose={() => setIsClosing(true)}
          onReopen={() => setIsReopening(true)}
        />
      )}
      {grading?.results && <GradingResultsView results={grading.results} />}
      {data && isChanging && (
        <GradingDialog
          params={{ id: projectId, run: run.id }}
          grading={data.data}
          version={data.version}
          onClose={() => setIsChanging(false)}
        />
      )}
      {isReopening && <ReopenDialog params={{ id: projectId, run: run.id }} onClose={() => setIsReopening(false)} />}
      <CloseDialog
        params={{ id: projectId, run: run.id }}
        grading={grading}
        isOpen={isClosing}
        onClose={() => setIsClosing(false)}
      />
    </section>
  )
}

function GradingStatus({ grading }: { grading: Grading }) {
  const { status, available, openedAt, closedAt, reopenings } = grading
  if (status === 'none')
    return (
      <p className="mt-1 max-w-[76ch] text-sm text-muted">
        {describeAvailable(available)}
        。交给评委在不知道是谁的情况下判定：名称隐去、次序打乱、彼此看不到；多数人的判定高于检查。
      </p>
    )
  return (
    <>
      <p className="mt-1 text-sm text-muted tabular-nums">
        {joinWithDots([
          openedAt === null ? undefined : `${formatMinute(openedAt)}开始`,
          closedAt === null ? undefined : `${formatMinute(closedAt)}结束`,
        ])}
      </p>
      {reopenings.length > 0 && (
        <ul className="mt-1 space-y-1 text-sm text-muted">
          {reopenings.map((reopening) => (
            <li key={reopening.at} className="break-words">
              {describeReopening(reopening)}
            </li>
          ))}
        </ul>
      )}
      {status === 'open' && <ReaderProgress grading={grading} />}
    </>
  )
}

const describeAvailable = ({ unscored, decided, disputed }: Grading['available']): string =>
  [
    unscored > 0 ? `${unscored}条待判定` : '没有待判定的',
    `${decided}条已由检查判定，可以抽查`,
    ...(disputed ? [`裁判模型与检查不一致的${disputed}条`] : []),
  ].join('，')

type GradingActionsProps = {
  grading: Grading
  role: ProjectView['role']
  onChange: () => void
  onClose: () => void
  onReopen: () => void
}

function GradingActions({
  grading: { status, available, reopenings },
  role,
  onChange,
  onClose,
  onReopen,
}: GradingActionsProps) {
  if (status === 'closed')
    return (
      canDo(role, 'reopenReading') &&
      reopenings.length < GRADING.reopenings && (
        <Button variant="outline" className="mt-3" onClick={onReopen}>
          <LockOpen className="size-4" aria-hidden />
          重新开放
        </Button>
      )
    )
  const canStart = available.unscored + available.decided > 0
  if (status === 'none')
    return (
      <Button className="mt-3" isUnavailable={!canStart} onClick={onChange}>
        <Users className="size-4" aria-hidden />
        开始人工判定
      </Button>
    )
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {canDo(role, 'closeReading') && (
        <Button onClick={onClose}>
          <Flag className="size-4" aria-hidden />
          结束判定，看结果
        </Button>
      )}
      <Button variant="outline" onClick={onChange}>
        <Settings2 className="size-4" aria-hidden />
        更改或补充
      </Button>
    </div>
  )
}

type CloseDialogProps = {
  params: { id: string; run: string }
  grading: Grading | undefined
  isOpen: boolean
  onClose: () => void
}

function CloseDialog({ params, grading, isOpen, onClose }: CloseDialogProps) {
  const showToast = useToast()
  const reload = useReloadGrading()
  const closeMutation = useMutation({
    mutationFn: () => call(gradingCalls.close, { params }),
    onSuccess({ message }) {
      if (message) showToast(message, 'success')
      onClose()
    },
    onSettled: reload,
  })
  const left = grading ? grading.items.total - grading.items.decided + grading.pairs.total - grading.pairs.decided : 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="结束人工判定"
      confirmLabel="结束判定"
      mutation={closeMutation}
      onClose={onClose}
    >
      结束之后，评委不能再判定，判定计入结果。定稿之前可以写明理由重新开放。
      <span>{left > 0 && `还有${left}条没有判定完，它们保持原来的结果。`}</span>
    </ConfirmDialog>
  )
}
