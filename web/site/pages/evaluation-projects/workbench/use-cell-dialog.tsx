import { type ReactNode, useCallback, useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { WorkbenchCell, type WorkbenchProject } from './workbench-cell.tsx'
import type { CellRef } from './workbench-data.ts'

type CellDialog = { onOpen: (cell: CellRef) => void; dialog: ReactNode }

/** Returns a function to open a cell of the matrix, and the dialog with its judges, notes and evidence. */
export function useCellDialog(project: WorkbenchProject, { names, titles }: WorkbenchNames): CellDialog {
  const [open, setOpen] = useState<CellRef | null>(null)
  const onOpen = useCallback((cell: CellRef) => setOpen(cell), [])
  return {
    onOpen,
    dialog: (
      <Dialog
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${names.get(open.candidate) ?? ''}：${titles.get(open.criterion) ?? ''}` : ''}
      >
        {open && <WorkbenchCell project={project} cell={open} />}
      </Dialog>
    ),
  }
}

/** The names of candidates and the titles of criteria, by their keys. */
export type WorkbenchNames = { names: ReadonlyMap<string, string>; titles: ReadonlyMap<string, string> }
