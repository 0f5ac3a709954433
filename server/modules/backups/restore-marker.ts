/** A file in the data folder that exists while a restore puts data in place, and remains if it can't finish or undo that. */
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './archive/archive-writer.ts'

const FILE = 'restore-unfinished'

export const getRestoreMarkerPath = (folder: string): string => join(folder, FILE)

/**
 * Records that files are about to be renamed. `suffix` is appended to the names of the existing ones. Without a folder,
 * as on a node with PostgreSQL and a bucket, no file is renamed.
 */
export async function writeRestoreMarker(folder: string, suffix: string): Promise<void> {
  if (!existsSync(folder)) return
  await writeFile(getRestoreMarkerPath(folder), suffix, { mode: 0o600, flush: true })
  await syncFolder(folder)
}

/** Removes the marker, or writes that of an earlier restore again. */
export const resetRestoreMarker = (folder: string, earlierSuffix: string | undefined): Promise<void> =>
  earlierSuffix === undefined
    ? rm(getRestoreMarkerPath(folder), { force: true })
    : writeRestoreMarker(folder, earlierSuffix)

/** Returns the suffix of the data that an unfinished restore has renamed; `undefined` if there is no such restore. */
export const findUnfinishedRestore = (folder: string): Promise<string | undefined> =>
  readFile(getRestoreMarkerPath(folder), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  })
