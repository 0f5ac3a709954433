import { useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeInvitation, ProjectJudge } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { JUDGE_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { couldSeeOthersFirst, describeRenewals } from '#contracts/rules/evaluation/describe-independence.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useProjectCache } from '../project-queries.ts'
import { toLinkErrorMessage } from './link-error-message.ts'

type JudgeRowProps = {
  project: ProjectView
  judge: ProjectJudge
  /** The number of scores to enter: candidates times criteria. */
  cellCount: number
  onLinkRenewed: (invitation: JudgeInvitation) => void
}

/** A judge with their progress, and actions on their link. */
export function JudgeRow({ project, judge, cellCount, onLinkRenewed }: JudgeRowProps) {
  const cache = useProjectCache()
  const showToast = useToast()
  const [isRemoveDialogOpen, setIsRemoveDialogOpen] = useState(false)
  const renewMutation = useMutation({
    mutationFn: () => call(projectCalls.renewJudgeLink, { params: { id: project.id, judge: judge.id } }),
    onSuccess: ({ data }) => onLinkRenewed(data),
    onError: (error) => showToast(toLinkErrorMessage(error), 'error'),
    onSettled: cache.reload,
  })
  const remindMutation = useMutation({
    mutationFn: () => call(projectCalls.remindJudge, { params: { id: project.id, judge: judge.id } }),
    onSuccess: () => showToast(PROJECT_MESSAGES.reminded, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {judge.name}
          <span className="ml-2 text-sm font-normal text-muted">{judge.isMember ? '登录打分' : '邀请链接'}</span>
        </p>
        <p className="text-sm break-words break-keep text-muted tabular-nums">
          {joinWithDots([
            JUDGE_STATUS_LABELS[judge.status],
            `已评${judge.scored}/${cellCount}项`,
            judge.linkExpiresAt ? `链接有效至${formatDay(judge.linkExpiresAt)}` : undefined,
          ])}
        </p>
        {couldSeeOthersFirst(judge) && <p className="text-sm">提交前已能看到其他评委的评分，报告会注明。</p>}
        {describeRenewals([judge], project.linkRenewals).map((sentence) => (
          <p key={sentence} className="max-w-prose text-sm">
            {sentence}
          </p>
        ))}
      </div>
      {project.status !== 'final' && (
        <div className="flex gap-2">
          {project.status === 'scoring' && judge.isMember && judge.status !== 'submitted' && (
            <Button
              variant="outline"
              className="px-3 text-sm"
              isBusy={remindMutation.isPending}
              aria-label={`提醒：${judge.name}`}
              onClick={() => remindMutation.mutate()}
            >
              提醒
            </Button>
          )}
          {!judge.isMember && canDo(project.role, 'renewJudgeLink') && (
            <Button
              variant="outline"
              className="px-3 text-sm"
              isBusy={renewMutation.isPending}
              aria-label={`换链接：${judge.name}`}
              onClick={() => renewMutation.mutate()}
            >
              换链接
            </Button>
          )}
          {canDo(project.role, 'removeJudge') && (
            <Button
              variant="outline"
              className="px-3 text-sm"
              aria-label={`移除：${judge.name}`}
              onClick={() => setIsRemoveDialogOpen(true)}
            >
              移除
            </Button>
          )}
        </div>
      )}
      <RemoveJudgeDialog
        projectId={project.id}
        judge={judge}
        isOpen={isRemoveDialogOpen}
        onClose={() => setIsRemoveDialogOpen(false)}
      />
    </li>
  )
}

type RemoveJudgeDialogProps = { projectId: string; judge: ProjectJudge; isOpen: boolean; onClose: () => void }

function RemoveJudgeDialog({ projectId, judge, isOpen, onClose }: RemoveJudgeDialogProps) {
  const cache = useProjectCache()
  const removeMutation = useMutation({
    mutationFn: () => call(projectCalls.removeJudge, { params: { id: projectId, judge: judge.id } }),
    onSuccess: onClose,
    onSettled: cache.reload,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`移除${judge.name}`}
      confirmLabel="移除评委"
      mutation={removeMutation}
      onClose={onClose}
    >
      <span>{judge.isMember ? '该会员随即不能再打分' : '链接随即失效'}</span>
      ，已有评分留在记录中，但不再计入。之后可以恢复。
    </ConfirmDialog>
  )
}

/** A removed judge, with a button to restore them. */
export function RemovedJudgeRow({ project, judge }: Pick<JudgeRowProps, 'project' | 'judge'>) {
  const cache = useProjectCache()
  const showToast = useToast()
  const restoreMutation = useMutation({
    mutationFn: () => call(projectCalls.restoreJudge, { params: { id: project.id, judge: judge.id } }),
    onSuccess: () =>
      showToast(judge.isMember ? `已恢复${judge.name}` : `已恢复${judge.name}，请换一个链接发给评委`, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: cache.reload,
  })
  return (
    <li className="flex items-center justify-between gap-4">
      <span>
        {judge.name} <span className="text-muted tabular-nums">已评{judge.scored}项，不计入</span>
      </span>
      {project.status !== 'final' && canDo(project.role, 'removeJudge') && (
        <button
          type="button"
          className="min-h-11 px-2 text-indigo underline"
          aria-label={`恢复评委：${judge.name}`}
          aria-disabled={restoreMutation.isPending || undefined}
          onClick={() => restoreMutation.mutate()}
        >
          恢复
        </button>
      )}
    </li>
  )
}
