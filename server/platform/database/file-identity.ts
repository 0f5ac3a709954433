import { statSync } from 'node:fs'
import { UnwritableError } from './storage-failure.ts'

/**
 * Returns a function that throws `UnwritableError` if a path no longer refers to the same file as now. After the file
 * is deleted or replaced, an open handle still writes to the old one: those writes would be lost, and the checkpoint
 * thread, which opens the path again, would copy the log into the wrong file.
 */
export function createFileIdentityCheck(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const current = statSync(path, { throwIfNoEntry: false })
    if (current?.ino === opened.ino && current.dev === opened.dev) return
    throw new UnwritableError(
      `${path} was removed or replaced while it was open: restore it, or restart the server to use the current file`,
    )
  }
}
