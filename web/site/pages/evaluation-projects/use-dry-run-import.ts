import { useState } from 'react'
import type { IMPORT_MODES } from '#contracts/table.ts'
import { useMutation } from '../../../shared/use-mutation.ts'

type ImportMode = (typeof IMPORT_MODES)[number]

type DryRunImportOptions<Plan extends { errors: readonly unknown[] }> = {
  uploadFile: (mode: ImportMode, file: File) => Promise<Plan>
  /** Called after an import that had no errors. */
  onImported: (result: Plan) => unknown
}

/** Returns the selected file, its dry run, which starts when it is selected, and its import. */
export function useDryRunImport<Plan extends { errors: readonly unknown[] }>({
  uploadFile,
  onImported,
}: DryRunImportOptions<Plan>) {
  const [file, setFile] = useState<File | null>(null)
  const dryRunMutation = useMutation({ mutationFn: (selected: File) => uploadFile('dry-run', selected) })
  const importMutation = useMutation({
    mutationFn: (selected: File) => uploadFile('apply', selected),
    onSuccess(result) {
      // The project may have changed since the dry run: nothing was added, and a new dry run shows the errors.
      if (result.errors.length > 0) return file && dryRunMutation.mutate(file)
      return onImported(result)
    },
  })
  return {
    file,
    dryRunMutation,
    importMutation,

    selectFile(selected: File) {
      importMutation.reset()
      setFile(selected)
      dryRunMutation.mutate(selected)
    },

    reset() {
      setFile(null)
      dryRunMutation.reset()
      importMutation.reset()
    },
  }
}

/** An import of any kind. */
export type DryRunImport = Pick<ReturnType<typeof useDryRunImport>, 'file' | 'selectFile'> & {
  dryRunMutation: { isPending: boolean; error: Error | null; data: unknown }
  importMutation: { isPending: boolean; error: Error | null }
}
