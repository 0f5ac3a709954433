import { type ReactNode, useCallback, useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { WorkbenchCell, type WorkbenchProject } from './workbench-cell.tsx'
import type { CellRef } from './workbench-data.ts'

type CellDialog = { onOpen: (cell: CellRef) => void; dialog: ReactNode }

/** Returns a function that opens a cell of the matrix, and the dialog with the cell's scores, notes and evidence. */
export function useCellDialog(project: WorkbenchProject, { names, titles }: WorkbenchNames): CellDialog {
  const [openCell, setOpenCell] = useState<CellRef | null>(null)
  const onOpen = useCallback((cell: CellRef) => setOpenCell(cell), [])
  return {
    onOpen,
    dialog: (
      <Dialog
        isOpen={openCell !== null}
        onClose={() => setOpenCell(null)}
        title={openCell ? `${names.get(openCell.candidate) ?? ''}：${titles.get(openCell.criterion) ?? ''}` : ''}
      >
        {openCell && <WorkbenchCell project={project} cell={openCell} />}
      </Dialog>
    ),
  }
}

/** The names of candidates and the titles of criteria, by their keys. */
export type WorkbenchNames = { names: ReadonlyMap<string, string>; titles: ReadonlyMap<string, string> }
