import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Conflict } from '#contracts/evaluation-projects/interest.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import {
  JUDGE_STATUS_LABELS,
  PROJECT_STATUS_LABELS,
  type ProjectStatus,
} from '#contracts/evaluation-projects/statuses.ts'
import { SCORE } from '#contracts/limits.ts'
import { findConflict } from '#contracts/rules/evaluation/conflicts.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { Button } from '../../../components/buttons.tsx'
import { useLeaveGuard } from '../../../components/use-leave-guard.tsx'
import { FirstDeclaration, findOwnDeclaration, JudgeInterest, mustDeclare } from '../interest/judge-interest.tsx'
import { ProjectStatusTag } from '../project-status-tag.tsx'
import { SealCard } from '../seals/seal-list.tsx'
import { SignCard } from '../signing/sign-card.tsx'
import { CellCard } from './cell-card.tsx'
import { describeDraft } from './describe-draft.ts'
import { isScored, type JudgingCell, listCells } from './judging-cells.ts'
import { JudgingDisputes } from './judging-disputes.tsx'
import { JudgingOverview } from './judging-overview.tsx'
import { JudgingTrials } from './judging-trials.tsx'
import type { ScoreAutosave } from './score-autosave.ts'
import { SubmitScoresDialog } from './submit-scores-dialog.tsx'
import { UnsentDrafts } from './unsent-drafts.tsx'
import { useJudging } from './use-judging.ts'

type JudgingKeyHandlers = {
  /** Called for the left and right arrows. */
  onMove: (distance: 1 | -1) => void
  /** Called for a digit, unless scores can't be changed. */
  onDigit: ((digit: number) => void) | undefined
}

/** Handles keys that are pressed outside fields and dialogs. */
function useJudgingKeys({ onMove, onDigit }: JudgingKeyHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog, summary')
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight') onMove(1)
    else if (event.key === 'ArrowLeft') onMove(-1)
    else if (onDigit && /^\d$/.test(event.key)) onDigit(Number(event.key))
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns the cell that the judge is scoring, at first the first one without a score, and functions to open others. */
function useCurrentCell(cells: readonly JudgingCell[], autosave: ScoreAutosave, conflicts: readonly Conflict[]) {
  const findFirst = (barring: readonly Conflict[]) =>
    Math.max(
      0,
      cells.findIndex((cell) => !isScored(autosave, cell) && findConflict(barring, cell.candidate) === undefined),
    )
  const [index, setIndex] = useState(() => findFirst(conflicts))
  const [hasMoved, setHasMoved] = useState(false)

  function moveTo(newIndex: number) {
    setIndex(newIndex)
    setHasMoved(true)
  }

  return {
    cell: cells[index],
    index,
    /** Returns to the first cell that is left once the judge has declared conflicts. */
    restart: (declared: readonly Conflict[]) => setIndex(findFirst(declared)),
    /** Whether the judge has opened another cell. */
    hasMoved,
    openCell: (key: string) => moveTo(cells.findIndex((cell) => cell.key === key)),
    moveBy: (distance: 1 | -1) => moveTo(Math.min(Math.max(index + distance, 0), cells.length - 1)),
  }
}

/** Why a judge who has submitted can't score, by the project's status. */
const CLOSED_MESSAGES: Record<ProjectStatus, string> = {
  setup: '项目正在设定，开始打分后再来。',
  scoring: '评分已提交，复议开始后可以修改。',
  review: '复议已开始。',
  final: '项目已定稿，评分不再改变，可以查看。',
}

const LEAVE_WARNING = '有评分还没有发送，浏览器也没有空间保存，离开后会丢失。'

/** The judge's workspace: the card of one candidate and criterion, with an overview of all next to it. */
export function JudgingWorkspace({ access, judging: initialJudging }: { access: JudgeCredentials; judging: Judging }) {
  const { judging, autosave, state, load, reload } = useJudging(access, initialJudging)
  const { pending, isStored, endReason } = state
  const cells = useMemo(() => listCells(judging), [judging])
  const conflicts = findOwnDeclaration(judging)?.conflicts ?? []
  const openCells = cells.filter(({ candidate }) => findConflict(conflicts, candidate) === undefined)
  const unscoredCells = openCells.filter((item) => !isScored(autosave, item))
  const { cell, index, hasMoved, openCell, moveBy, restart } = useCurrentCell(cells, autosave, conflicts)
  const [isSubmitDialogOpen, setIsSubmitDialogOpen] = useState(false)
  const { status } = judging.project
  const conflict = cell && findConflict(conflicts, cell.candidate)
  const canScore = isScoringOpen(judging)
  const closedMessage = useRef<HTMLParagraphElement>(null)

  /** Starts a score with its first digit. */
  function startScore(digit: number) {
    if (!cell) return
    autosave.edit(cell, { score: Math.min(digit, SCORE.max) })
    document.getElementById('cell-score')?.focus()
  }

  /** Moves the focus to the confirmation, which is far above the button on a phone. */
  function handleSubmitted(submitted: Judging) {
    // The dialog must be closed and the confirmation rendered before it can be focused.
    flushSync(() => {
      load(submitted)
      setIsSubmitDialogOpen(false)
    })
    closedMessage.current?.focus()
  }

  function handleDeclared(declared: Judging) {
    load(declared)
    restart(findOwnDeclaration(declared)?.conflicts ?? [])
  }

  const leaveDialog = useLeaveGuard(!isStored && pending.size > 0, LEAVE_WARNING)
  useJudgingKeys({ onMove: moveBy, onDigit: canScore && !conflict ? startScore : undefined })

  if (mustDeclare(judging))
    return (
      <div className="shell max-w-3xl py-8">
        <FirstDeclaration access={access} judging={judging} onLoad={handleDeclared} />
        {leaveDialog}
      </div>
    )
  if (!cell) return null
  return (
    <div className="shell py-8">
      {endReason !== null && (
        <p role="alert" className="mb-4 rounded-lg border border-danger px-4 py-3">
          {endReason}。已填写的内容仍保存在这台设备上。
        </p>
      )}
      <WorkspaceHeader
        judging={judging}
        scoredCount={openCells.length - unscoredCells.length}
        cellCount={openCells.length}
      />
      {!canScore && (
        <p
          ref={closedMessage}
          tabIndex={-1}
          role="status"
          className="mb-4 rounded-lg border border-line bg-sunken px-4 py-3"
        >
          {getClosedMessage(judging)}
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
            canScore={canScore && endReason === null && !conflict}
            conflict={conflict}
            isFocused={hasMoved}
            onNext={() => moveBy(1)}
            onReload={reload}
          />
          <CellNavigation index={index} count={cells.length} onMove={moveBy} />
        </div>
        <div className="grid min-w-0 gap-4">
          <SignCard access={access} judging={judging} onLoad={load} />
          {status === 'review' && judging.hasAllScores && <JudgingDisputes judging={judging} onChoose={openCell} />}
          <JudgingOverview
            judging={judging}
            autosave={autosave}
            conflicts={conflicts}
            current={cell.key}
            onChoose={openCell}
          />
          {status === 'scoring' && canScore && <Button onClick={() => setIsSubmitDialogOpen(true)}>提交评分</Button>}
          {judging.tasks.length > 0 && status !== 'final' && (
            <JudgingTrials access={access} judging={judging} onReload={reload} />
          )}
          <JudgeInterest access={access} judging={judging} onLoad={load} />
          <SealCard projectName={judging.project.name} seals={judging.seals} />
        </div>
      </div>
      {(endReason !== null || !canScore) && (
        <UnsentDrafts descriptions={autosave.listDrafts().map((draft) => describeDraft(judging, draft))} />
      )}
      <SubmitScoresDialog
        isOpen={isSubmitDialogOpen}
        access={access}
        autosave={autosave}
        unscoredCells={unscoredCells}
        onClose={() => setIsSubmitDialogOpen(false)}
        onOpenCell={openCell}
        onSubmitted={handleSubmitted}
      />
      {leaveDialog}
    </div>
  )
}

/** Returns why a judge can't score. Those who haven't submitted see nothing but their own scores. */
function getClosedMessage({ project, judge }: Judging): string {
  const isLate = project.status === 'review' || project.status === 'final'
  if (!isLate || judge.status === 'submitted') return CLOSED_MESSAGES[project.status]
  return `${PROJECT_STATUS_LABELS[project.status]}之前您没有提交评分，所以只能看到自己填写的内容。要参与评分，请联系负责人退回打分。`
}

/** Returns whether the judge can score: in the first round until submitting, in the review after having submitted. */
function isScoringOpen({ project, judge }: Judging): boolean {
  if (project.status === 'scoring') return judge.status !== 'submitted'
  return project.status === 'review' && judge.status === 'submitted'
}

type WorkspaceHeaderProps = { judging: Judging; scoredCount: number; cellCount: number }

const WorkspaceHeader = ({ judging: { project, judge }, scoredCount, cellCount }: WorkspaceHeaderProps) => (
  <>
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-2xl">{project.name}</h2>
        <p className="mt-1 text-sm break-words break-keep text-muted tabular-nums">
          {joinWithDots([judge.name, JUDGE_STATUS_LABELS[judge.status], `已评${scoredCount}/${cellCount}项`])}
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
    <Button variant="outline" isUnavailable={index === 0} onClick={() => onMove(-1)}>
      <ArrowLeft className="size-4" aria-hidden />
      上一项
    </Button>
    <span className="text-sm text-muted tabular-nums">
      {index + 1}/{count}
    </span>
    <Button variant="outline" isUnavailable={index === count - 1} onClick={() => onMove(1)}>
      下一项
      <ArrowRight className="size-4" aria-hidden />
    </Button>
  </nav>
)
