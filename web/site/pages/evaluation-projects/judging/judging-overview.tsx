import type { Judging } from '#contracts/evaluation-projects/score.ts'
import type { ScoreAutosave } from './score-autosave.ts'
import { type Cell, getCellKey } from './score-drafts.ts'
import type { PendingStatus } from './score-store.ts'

/** The labels of cells that aren't saved, by their status. */
const STATUS_LABELS: Readonly<Partial<Record<PendingStatus, string>>> = {
  offline: '未发送',
  'reason-missing': '缺理由',
  conflict: '有冲突',
  rejected: '未保存',
}

type JudgingOverviewProps = {
  judging: Judging
  autosave: ScoreAutosave
  current: string
  onChoose: (key: string) => void
}

/** An overview of all cells; pressing one opens it. */
export function JudgingOverview({
  judging: { groups, candidates },
  autosave,
  current,
  onChoose,
}: JudgingOverviewProps) {
  return (
    <section aria-label="总览" className="card min-w-0 p-4">
      <h2 className="text-lg">总览</h2>
      <p className="mt-1 text-xs text-muted">每行从左到右：{candidates.map(({ name }) => name).join('、')}</p>
      {groups.map((group) => (
        <div key={group.key} className="mt-3">
          <h3 className="text-sm text-muted">{group.title}</h3>
          <ul className="divide-y divide-line">
            {group.criteria.map((criterion) => (
              <li key={criterion.key} className="py-2">
                <p className="text-sm">{criterion.title}</p>
                <div className="mt-1 flex flex-wrap gap-1.5">
                  {candidates.map((candidate) => (
                    <CellButton
                      key={candidate.key}
                      cell={{ candidate: candidate.key, criterion: criterion.key }}
                      name={`${criterion.title}，${candidate.name}`}
                      autosave={autosave}
                      current={current}
                      onChoose={onChoose}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type CellButtonProps = Omit<JudgingOverviewProps, 'judging'> & { cell: Cell; name: string }

function CellButton({ cell, name, autosave, current, onChoose }: CellButtonProps) {
  const key = getCellKey(cell)
  const { score, grade } = autosave.get(cell)
  const problem = STATUS_LABELS[autosave.getState().pending.get(key)?.status ?? 'waiting']
  const note = problem ?? (score !== null && grade === null ? '缺证据' : undefined)
  return (
    <button
      type="button"
      aria-current={key === current ? 'true' : undefined}
      aria-label={[`${name}：${score ?? '未评'}`, note].filter(Boolean).join('，')}
      className={`min-h-11 min-w-11 rounded-lg border px-2 text-sm tabular-nums aria-[current]:outline-2 aria-[current]:outline-indigo ${getCellClass(score, note, problem)}`}
      onClick={() => onChoose(key)}
    >
      {score ?? '–'}
      {note && <span className="block text-xs">{note}</span>}
    </button>
  )
}

function getCellClass(score: number | null, note: string | undefined, problem: string | undefined): string {
  if (problem) return 'border-danger text-danger'
  if (note) return 'border-dashed border-ink text-ink'
  return score === null ? 'border-control text-muted' : 'border-indigo bg-indigo-tint text-indigo'
}
