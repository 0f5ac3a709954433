import { useMemo } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { WorkbenchProject } from './workbench-cell.tsx'
import { type CellRef, listMissingScores, tabulateMatrix } from './workbench-data.ts'

/** The number of missing cells that are listed by name. */
const MAX_LISTED_CELLS = 3

type WorkbenchMissingProps = {
  project: WorkbenchProject
  analysis: Analysis
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** Lists the cells without a score, and the cells that not all judges have scored. */
export function WorkbenchMissing({ project, analysis, names, titles, onOpen }: WorkbenchMissingProps) {
  const { setup, judges } = project
  const missingScores = useMemo(
    () => listMissingScores(tabulateMatrix(setup, analysis), judges.length),
    [setup, analysis, judges.length],
  )
  if (missingScores.length === 0)
    return <p className="mb-3 text-sm text-muted">评分齐全：{judges.length}位评委评了每一项。</p>
  const unscoredCount = missingScores.filter((cell) => cell.judges === 0).length
  return (
    <div className="mb-3 border-l-3 border-cinnabar pl-3 text-sm">
      <p>
        <span>{unscoredCount > 0 && `${unscoredCount}项没有评分`}</span>
        <span>{unscoredCount > 0 && missingScores.length > unscoredCount && '，'}</span>
        <span>
          {missingScores.length > unscoredCount && `${missingScores.length - unscoredCount}项只有部分评委评分`}
        </span>
        ：
        {missingScores.slice(0, MAX_LISTED_CELLS).map((cell) => (
          <button
            key={`${cell.candidate} ${cell.criterion}`}
            type="button"
            onClick={() => onOpen(cell)}
            className="mr-3 min-h-11 text-indigo underline print:min-h-0"
          >
            {names.get(cell.candidate)}的“{titles.get(cell.criterion)}”
          </button>
        ))}
        <span>{missingScores.length > MAX_LISTED_CELLS && '等。'}</span>
      </p>
    </div>
  )
}
