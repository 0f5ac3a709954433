import { statSync } from 'node:fs'
import { UnwritableError } from './storage-failure.ts'

/**
 * Returns a function that throws `UnwritableError` if a path no longer leads to the file that it leads to now. Whoever
 * has a file open goes on writing to it when it is removed or another takes its name: all of that would be lost, and the
 * thread that copies the log, which opens the path anew, would copy it into the wrong file.
 */
export function createPlaceCheck(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const current = statSync(path, { throwIfNoEntry: false })
    if (current?.ino === opened.ino && current.dev === opened.dev) return
    throw new UnwritableError(
      `${path} was removed or replaced while it was open: put it back, or restart to use what is there`,
    )
  }
}
