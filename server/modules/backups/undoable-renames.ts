import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'

export type Rename = { from: string; to: string }

export type UndoableRenames = ReturnType<typeof createUndoableRenames>

/** Renames files and folders one after another, so that all of it can be undone if a later step fails. */
export function createUndoableRenames() {
  const renames: Rename[] = []

  async function renamePath(from: string, to: string): Promise<void> {
    await rename(from, to)
    renames.push({ from, to })
  }

  return {
    /** Renames a file or folder. Nothing may exist under its new name. */
    rename: renamePath,

    /** Renames a file or folder if it exists. */
    async renameExisting(from: string, to: string): Promise<void> {
      if (existsSync(from)) await renamePath(from, to)
    },

    /**
     * Undoes the renames, the last one first. Stops at one that can't be undone, since the earlier ones would overwrite it.
     * Returns the renames that remain, in the order in which they have to be undone.
     */
    async undo(): Promise<Rename[]> {
      for (let last = renames.at(-1); last; last = renames.at(-1)) {
        const { from, to } = last
        const isUndone = await rename(to, from).then(
          () => true,
          () => false,
        )
        if (!isUndone) return renames.toReversed()
        renames.pop()
      }
      return []
    },
  }
}
