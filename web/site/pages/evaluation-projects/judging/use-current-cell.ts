import { useState } from 'react'
import { isScored, type JudgingCell } from './judging-cells.ts'
import type { ScoreAutosave } from './score-autosave.ts'

/** Returns the cell that the judge is scoring, at first the first one without a score, and functions to open others. */
export function useCurrentCell(cells: readonly JudgingCell[], autosave: ScoreAutosave) {
  const [index, setIndex] = useState(() => {
    const firstUnscored = cells.findIndex((cell) => !isScored(autosave, cell))
    return Math.max(0, firstUnscored)
  })
  const [hasMoved, setHasMoved] = useState(false)

  function moveTo(newIndex: number) {
    setIndex(newIndex)
    setHasMoved(true)
  }

  return {
    cell: cells[index],
    index,
    /** Whether the judge has opened another cell. */
    hasMoved,
    openCell: (key: string) => moveTo(cells.findIndex((cell) => cell.key === key)),
    moveBy: (distance: 1 | -1) => moveTo(Math.min(Math.max(index + distance, 0), cells.length - 1)),
  }
}
