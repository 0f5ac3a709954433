import { type ReactNode, useCallback, useState } from 'react'
import { Dialog } from '../../../parts/dialog.tsx'
import { WorkbenchCell, type WorkbenchProject } from './workbench-cell.tsx'
import type { Place } from './workbench-figures.ts'

type CellDialog = { onOpen: (place: Place) => void; dialog: ReactNode }

/** Returns a function to open a cell of the matrix, and the dialog with its judges, notes and evidence. */
export function useCellDialog(project: WorkbenchProject, { names, titles }: WorkbenchNames): CellDialog {
  const [open, setOpen] = useState<Place | null>(null)
  const onOpen = useCallback((place: Place) => setOpen(place), [])
  return {
    onOpen,
    dialog: (
      <Dialog
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${names.get(open.candidate) ?? ''}：${titles.get(open.criterion) ?? ''}` : ''}
      >
        {open && <WorkbenchCell project={project} place={open} />}
      </Dialog>
    ),
  }
}

/** The names of candidates and the titles of criteria, by their keys. */
export type WorkbenchNames = { names: ReadonlyMap<string, string>; titles: ReadonlyMap<string, string> }
