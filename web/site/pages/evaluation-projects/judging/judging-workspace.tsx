import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { JUDGE_STATUS_LABELS, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import type { NewTrial } from '#contracts/evaluation-projects/trial.ts'
import { SCORE } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import { ProjectStatusTag } from '../project-status-tag.tsx'
import { TrialRunner } from '../trials/trial-runner.tsx'
import { CellCard } from './cell-card.tsx'
import { createDraftStorage } from './draft-storage.ts'
import { isScored, listCells } from './judging-cells.ts'
import { JudgingOverview } from './judging-overview.tsx'
import { createScoreAutosave } from './score-autosave.ts'
import { SubmitScoresDialog } from './submit-scores-dialog.tsx'
import { UnsentDrafts } from './unsent-drafts.tsx'

/** Why a judge can't score, by the project's status. */
const CLOSED_MESSAGES: Record<ProjectStatus, string> = {
  setup: '项目正在设定，开始打分后再来。',
  scoring: '评分已提交，复议开始后可以修改。',
  review: '您没有提交第一轮评分，复议时只能查看。',
  final: '项目已定稿，评分不再改变，可以查看。',
}

/** The judge's workspace: the card of one candidate and criterion, with an overview of all next to it. */
export function JudgingWorkspace({ access, judging: initialJudging }: { access: JudgeCredentials; judging: Judging }) {
  const [judging, setJudging] = useState(initialJudging)
  const [autosave] = useState(() =>
    createScoreAutosave(initialJudging, {
      send: async (score) => (await call(judgingCalls.saveScore, { body: { access, score } })).data,
      read: async () => (await call(judgingCalls.open, { body: { access } })).data,
      storage: createDraftStorage(access),
    }),
  )
  const { pending, endReason } = useSyncExternalStore(autosave.subscribe, autosave.getState, autosave.getState)
  const cells = useMemo(() => listCells(judging), [judging])
  const [index, setIndex] = useState(() => {
    const firstUnscored = cells.findIndex((cell) => !isScored(autosave, cell))
    return firstUnscored === -1 ? 0 : firstUnscored
  })
  const [isSubmitDialogOpen, setIsSubmitDialogOpen] = useState(false)
  const showToast = useToast()
  const cell = cells[index]
  const { status } = judging.project
  const canScore =
    (status === 'scoring' && judging.judge.status !== 'submitted') ||
    (status === 'review' && judging.judge.status === 'submitted')

  async function reload() {
    const { data } = await call(judgingCalls.open, { body: { access } })
    autosave.load(data)
    setJudging(data)
  }
  const addTrials = useMutation({
    mutationFn: (trial: NewTrial) => call(judgingCalls.addTrials, { body: { access, trials: [trial] } }),
    onSuccess: reload,
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })

  useEffect(() => {
    const flush = () => void autosave.flush()
    flush()
    window.addEventListener('online', flush)
    return () => window.removeEventListener('online', flush)
  }, [autosave])

  const moveBy = (distance: 1 | -1) =>
    setIndex((current) => Math.min(Math.max(current + distance, 0), cells.length - 1))

  /** Handles keys outside fields: a digit starts a score, the left and right arrows open another cell. */
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog, summary')
    if (isInField || event.ctrlKey || event.metaKey || event.altKey || !cell) return
    if (event.key === 'ArrowRight') moveBy(1)
    else if (event.key === 'ArrowLeft') moveBy(-1)
    else if (canScore && /^\d$/.test(event.key)) {
      autosave.edit(cell, { score: Math.min(Number(event.key), SCORE.max) })
      document.getElementById('cell-score')?.focus()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  if (!cell) return null
  const scoredCount = cells.filter((item) => isScored(autosave, item)).length
  return (
    <div className="shell py-8">
      {endReason !== null && (
        <p role="alert" className="mb-4 rounded-lg border border-danger px-4 py-3">
          {endReason}。已填写的内容仍保存在这台设备上。
        </p>
      )}
      <WorkspaceHeader judging={judging} scoredCount={scoredCount} cellCount={cells.length} />
      {!canScore && (
        <p role="status" className="mb-4 rounded-lg border border-line bg-sunken px-4 py-3">
          {CLOSED_MESSAGES[status]}
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="grid min-w-0 gap-4">
          <CellCard
            key={cell.key}
            cell={cell}
            access={access}
            judging={judging}
            autosave={autosave}
            canScore={canScore && endReason === null}
            onNext={() => moveBy(1)}
            onReload={reload}
          />
          <CellNavigation index={index} count={cells.length} onMove={moveBy} />
        </div>
        <div className="grid min-w-0 gap-4">
          <JudgingOverview
            judging={judging}
            autosave={autosave}
            current={cell.key}
            onChoose={(key) => setIndex(cells.findIndex((item) => item.key === key))}
          />
          {status === 'scoring' && canScore && <Button onClick={() => setIsSubmitDialogOpen(true)}>提交评分</Button>}
          {judging.tasks.length > 0 && status !== 'final' && (
            <TrialRunner
              tasks={judging.tasks}
              candidates={judging.candidates}
              isBusy={addTrials.isPending}
              onAdd={(trial) => addTrials.mutateAsync(trial)}
            />
          )}
        </div>
      </div>
      {endReason !== null && <UnsentDrafts drafts={[...pending.values()].map(({ draft }) => draft)} />}
      <SubmitScoresDialog
        isOpen={isSubmitDialogOpen}
        access={access}
        autosave={autosave}
        unscoredCells={cells.filter((item) => !isScored(autosave, item))}
        onClose={() => setIsSubmitDialogOpen(false)}
        onOpenCell={(key) => setIndex(cells.findIndex((item) => item.key === key))}
        onSubmitted={(data) => {
          autosave.load(data)
          setJudging(data)
        }}
      />
    </div>
  )
}

type WorkspaceHeaderProps = { judging: Judging; scoredCount: number; cellCount: number }

const WorkspaceHeader = ({ judging: { project, judge }, scoredCount, cellCount }: WorkspaceHeaderProps) => (
  <>
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-2xl">{project.name}</h2>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {judge.name} · {JUDGE_STATUS_LABELS[judge.status]} · 已评{scoredCount}/{cellCount}项
        </p>
      </div>
      <ProjectStatusTag status={project.status} />
    </div>
    {project.description && <p className="mb-6 max-w-prose whitespace-pre-line">{project.description}</p>}
  </>
)

type CellNavigationProps = { index: number; count: number; onMove: (distance: 1 | -1) => void }

/** Buttons to the previous and the next cell. */
const CellNavigation = ({ index, count, onMove }: CellNavigationProps) => (
  <nav aria-label="逐项" className="flex items-center justify-between gap-3">
    <Button variant="outline" disabled={index === 0} onClick={() => onMove(-1)}>
      <ArrowLeft className="size-4" aria-hidden />
      上一项
    </Button>
    <span className="text-sm text-muted tabular-nums">
      {index + 1}/{count}
    </span>
    <Button variant="outline" disabled={index === count - 1} onClick={() => onMove(1)}>
      下一项
      <ArrowRight className="size-4" aria-hidden />
    </Button>
  </nav>
)
