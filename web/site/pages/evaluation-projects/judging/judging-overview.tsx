import type { ReactNode } from 'react'
import type { Conflict } from '#contracts/evaluation-projects/interest.ts'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import { describeScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import { findConflict } from '#contracts/rules/evaluation/conflicts.ts'
import type { JudgingCell } from './judging-cells.ts'
import type { ScoreAutosave, ScoreStatus } from './score-autosave.ts'
import { getCellKey } from './score-drafts.ts'

/** The labels of cells that aren't saved, by their status. */
const STATUS_LABELS: Readonly<Partial<Record<ScoreStatus, string>>> = {
  offline: '未发送',
  'reason-missing': '缺理由',
  conflict: '有冲突',
  rejected: '未保存',
}

type JudgingOverviewProps = {
  judging: Judging
  autosave: ScoreAutosave
  conflicts: readonly Conflict[]
  current: string
  onChoose: (key: string) => void
}

/** With more cells, the groups are collapsed, as the list would be many screens long. */
const MAX_EXPANDED_CELLS = 120

/** An overview of all cells; pressing one opens it. */
export function JudgingOverview({
  judging: { groups, candidates },
  autosave,
  conflicts,
  current,
  onChoose,
}: JudgingOverviewProps) {
  const cellCount = candidates.length * groups.reduce((sum, { criteria }) => sum + criteria.length, 0)
  const isLarge = cellCount > MAX_EXPANDED_CELLS
  const hasCell = (group: Judging['groups'][number]) =>
    group.criteria.some(({ key: criterion }) =>
      candidates.some(({ key: candidate }) => getCellKey({ candidate, criterion }) === current),
    )
  return (
    <section aria-label="总览" className="card min-w-0 p-4">
      <h2 className="text-lg">总览</h2>
      <p className="mt-1 text-xs text-muted">每行从左到右：{candidates.map(({ name }) => name).join('、')}</p>
      {groups.map((group) => (
        <Group key={group.key} title={group.title} isOpen={!isLarge || hasCell(group)}>
          <ul className="divide-y divide-line">
            {group.criteria.map((criterion) => (
              <li key={criterion.key} className="py-2">
                <p className="text-sm">{criterion.title}</p>
                <div className="mt-1 flex flex-wrap gap-1.5">
                  {candidates.map((candidate) => (
                    <CellButton
                      key={candidate.key}
                      cell={{
                        candidate: candidate.key,
                        criterion: criterion.key,
                        isChecklist: criterion.isChecklist === true,
                      }}
                      name={`${criterion.title}，${candidate.name}`}
                      autosave={autosave}
                      conflicts={conflicts}
                      current={current}
                      onChoose={onChoose}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Group>
      ))}
    </section>
  )
}

type GroupProps = { title: string; isOpen: boolean; children: ReactNode }

/** A group of criteria. Only that of the current cell is open if there are many cells. */
const Group = ({ title, isOpen, children }: GroupProps) => (
  <details open={isOpen} className="mt-1 [&>summary]:list-item">
    <summary className="min-h-11 content-center text-sm text-muted hover:text-ink">
      <h3 className="inline text-sm font-normal">{title}</h3>
    </summary>
    {children}
  </details>
)

type CellButtonProps = Omit<JudgingOverviewProps, 'judging'> & {
  cell: Pick<JudgingCell, 'candidate' | 'criterion' | 'isChecklist'>
  name: string
}

function CellButton({ cell, name, autosave, conflicts, current, onChoose }: CellButtonProps) {
  const key = getCellKey(cell)
  const { score, grade } = autosave.get(cell)
  const problem = STATUS_LABELS[autosave.getStatus(cell) ?? 'waiting']
  const isBarred = findConflict(conflicts, cell.candidate) !== undefined
  const note = isBarred ? '回避' : (problem ?? (score !== null && grade === null ? '缺证据' : undefined))
  return (
    <button
      type="button"
      aria-current={key === current ? 'true' : undefined}
      aria-label={[`${name}：${score === null ? '未评' : describeScore(score, cell)}`, note].filter(Boolean).join('，')}
      className={`min-h-11 min-w-11 rounded-lg border px-2 text-sm tabular-nums aria-[current]:outline-2 aria-[current]:outline-indigo ${getCellClass(score, note, problem)}`}
      onClick={() => onChoose(key)}
    >
      <span>{score === null ? '–' : describeScore(score, cell)}</span>
      {note && <span className="block text-xs">{note}</span>}
    </button>
  )
}

function getCellClass(score: number | null, note: string | undefined, problem: string | undefined): string {
  if (problem) return 'border-danger text-danger'
  if (note) return 'border-dashed border-ink text-ink'
  return score === null ? 'border-control text-muted' : 'border-indigo bg-indigo-tint text-indigo'
}
