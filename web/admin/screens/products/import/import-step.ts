import type { ProductImport } from '#contracts/products/product-import.ts'

/**
 * The step of an import. While `loading`, an import in progress is looked up; `run` is the import on the server.
 * `planning` is the dry run, `planned` is its result. An import is `stopped` if only a part of its rows was saved, and
 * its undo is `undo-stopped` if the server stopped meanwhile.
 */
export type ImportStep =
  | { name: 'loading' }
  | { name: 'choose-file' }
  | { name: 'uploading'; progress: number }
  | {
      name: 'planning' | 'planned' | 'saving' | 'done' | 'stopped' | 'undoing' | 'undone' | 'undo-stopped'
      run: ProductImport
    }

type ImportStepInput = {
  run: ProductImport | null
  isLoading: boolean
  uploadProgress: number | undefined
  isApplying: boolean
}

const UNDO_STEPS = { running: 'undoing', interrupted: 'undo-stopped', done: 'undone' } as const

/** Returns the step of an import; `isApplying` says that the request that saves its rows is running. */
export function getImportStep({ run, isLoading, uploadProgress, isApplying }: ImportStepInput): ImportStep {
  if (uploadProgress !== undefined) return { name: 'uploading', progress: uploadProgress }
  if (isLoading) return { name: 'loading' }
  if (!run) return { name: 'choose-file' }
  if (run.undo) return { name: UNDO_STEPS[run.undo.status], run }
  if (isApplying) return { name: run.status === 'done' ? 'done' : 'saving', run }
  switch (run.status) {
    case 'reading':
      return { name: 'planning', run }
    case 'planned':
      return { name: 'planned', run }
    case 'applying':
      return { name: 'saving', run }
    case 'done':
      return { name: 'done', run }
    default:
      return run.appliedRows > 0 || run.canResume ? { name: 'stopped', run } : { name: 'choose-file' }
  }
}
