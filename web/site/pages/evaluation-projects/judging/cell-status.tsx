import type { ReactNode } from 'react'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import type { ScoreAutosave, ScoreStatus } from './score-autosave.ts'
import { type Cell, getCellKey } from './score-drafts.ts'

const MESSAGES: Record<ScoreStatus, string> = {
  waiting: '保存中……',
  sending: '保存中……',
  offline: '暂时无法发送，已保存在这台设备上，恢复后自动发送。',
  'reason-missing': '填写修改理由后保存。',
  conflict: '',
  rejected: '没有保存：',
}

type CellStatusProps = { cell: Cell; autosave: ScoreAutosave }

const UNSTORED_MESSAGE = '暂时无法发送，浏览器也没有空间保存，请不要关闭页面。'

/** The save status of a cell; if another window has changed the cell, a choice between both versions. */
export function CellStatus({ cell, autosave }: CellStatusProps) {
  const { pending, saved, isStored } = autosave.getState()
  const pendingScore = pending.get(getCellKey(cell))
  const savedScore = saved.get(getCellKey(cell))
  if (pendingScore?.status === 'conflict') {
    const resolve = (choice: 'mine' | 'theirs') => {
      autosave.resolve(cell, choice)
      // The buttons are gone.
      document.getElementById('cell-score')?.focus()
    }
    return (
      <div role="alert" className="mt-4 rounded-lg border border-danger p-4">
        <p ref={showConflict} tabIndex={-1} className="scroll-mt-28 font-medium outline-none">
          {pendingScore.message}
        </p>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <VersionChoice title="这个窗口" score={pendingScore.draft.score} note={pendingScore.draft.note}>
            <Button onClick={() => resolve('mine')}>用这个窗口的</Button>
          </VersionChoice>
          <VersionChoice
            title="另一个窗口"
            score={pendingScore.theirs?.score ?? null}
            note={pendingScore.theirs?.note ?? ''}
          >
            <Button variant="outline" onClick={() => resolve('theirs')}>
              用另一个窗口的
            </Button>
          </VersionChoice>
        </div>
      </div>
    )
  }
  const status = autosave.getStatus(cell)
  const draft = autosave.get(cell)
  const isGradeMissing = draft.score !== null && draft.grade === null
  return (
    <p
      role="status"
      className={`mt-4 text-sm ${status === 'rejected' || status === 'offline' ? 'text-danger' : 'text-muted'}`}
    >
      {status === 'offline' && !isStored ? UNSTORED_MESSAGE : describeStatus(status, savedScore, pendingScore?.message)}
      {isGradeMissing && <span className="block font-medium text-ink">选择最有力的证据后才计入评分。</span>}
    </p>
  )
}

/** Shows and focuses the message of a conflict, which on a narrow screen is below the field that was just changed. */
function showConflict(message: HTMLElement | null): void {
  message?.focus({ preventScroll: true })
  message?.scrollIntoView({ block: 'center' })
}

function describeStatus(status: ScoreStatus | undefined, savedScore: ProjectScore | undefined, message = ''): string {
  if (status) return MESSAGES[status] + (status === 'rejected' ? message : '')
  return savedScore ? `已保存，${formatMinute(savedScore.updatedAt)}` : '还没有评分'
}

type VersionChoiceProps = { title: string; score: number | null; note: string; children: ReactNode }

const VersionChoice = ({ title, score, note, children }: VersionChoiceProps) => (
  <div>
    <p className="text-sm text-muted">{title}</p>
    <p className="text-xl font-semibold tabular-nums">{score ?? '未评'}</p>
    <p className="mb-3 whitespace-pre-line">{note}</p>
    {children}
  </div>
)
