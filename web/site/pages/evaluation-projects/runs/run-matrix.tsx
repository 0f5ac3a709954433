import type { OutcomeCounts, Run } from '#contracts/evaluation-runs/run.ts'
import { TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { OutcomeMark } from './outcome-mark.tsx'

export type Cell = { task: string; candidate: string }

type RunMatrixProps = { run: Run; onOpen: (cell: Cell) => void }

const getCellKey = ({ task, candidate }: Cell) => JSON.stringify([task, candidate])

/** Tasks × candidates with the outcomes of each; on narrow screens a list of tasks. It fills while the run goes on. */
export function RunMatrix({ run, onOpen }: RunMatrixProps) {
  const cells = new Map(run.cells.map((cell) => [getCellKey(cell), cell]))
  return (
    <table className="block w-full border-separate border-spacing-0 text-sm sm:table">
      <caption className="sr-only">各任务在各候选上的结果</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr>
          <th scope="col" className="border-b border-line py-2 pr-3 text-left font-medium text-muted">
            任务
          </th>
          {run.candidates.map(({ key, name }) => (
            <th key={key} scope="col" className="w-28 border-b border-line px-2 py-2 text-left font-medium break-words">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {run.tasks.map(({ key, title }) => (
          <tr key={key} className="block border-b border-line py-2 sm:table-row sm:border-0 sm:py-0">
            <th
              scope="row"
              className="block max-w-[28rem] py-1.5 pr-3 text-left font-normal break-words sm:table-cell sm:border-b sm:border-line"
            >
              {title}
            </th>
            {run.candidates.map((candidate) => {
              const cell = cells.get(getCellKey({ task: key, candidate: candidate.key }))
              return (
                <td key={candidate.key} className="block sm:table-cell sm:border-b sm:border-line sm:p-0.5">
                  {cell && (
                    <MatrixCell
                      label={`${title}，${candidate.name}`}
                      name={candidate.name}
                      planned={cell.planned}
                      outcomes={cell.outcomes}
                      onOpen={() => onOpen({ task: key, candidate: candidate.key })}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type MatrixCellProps = {
  label: string
  /** The candidate's name, which a narrow screen shows in each cell. */
  name: string
  planned: number
  outcomes: OutcomeCounts
  onOpen: () => void
}

function MatrixCell({ label, name, planned, outcomes, onOpen }: MatrixCellProps) {
  const present = TRIAL_OUTCOMES.filter((outcome) => outcomes[outcome] > 0)
  const finished = present.reduce((sum, outcome) => sum + outcomes[outcome], 0)
  const remaining = planned - finished
  const description = [
    ...present.map((outcome) => `${TRIAL_OUTCOME_LABELS[outcome]}${outcomes[outcome]}次`),
    ...(remaining > 0 ? [`还有${remaining}次`] : []),
  ].join('，')
  return (
    <button
      type="button"
      aria-label={`${label}：${description}`}
      aria-disabled={finished === 0 || undefined}
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-2 hover:bg-sunken aria-disabled:cursor-default aria-disabled:hover:bg-transparent"
      onClick={finished === 0 ? undefined : onOpen}
    >
      <span className="min-w-0 truncate text-muted sm:hidden">{name}</span>
      <span className="flex flex-wrap gap-x-3">
        {present.map((outcome) => (
          <OutcomeMark key={outcome} outcome={outcome} count={outcomes[outcome]} />
        ))}
        {remaining > 0 && <span className="text-muted tabular-nums">待{remaining}</span>}
      </span>
    </button>
  )
}
