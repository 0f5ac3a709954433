import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toFolderError } from './backup-error.ts'

/** The names of scheduled backups. No other files in their folder are ever deleted. */
const ARCHIVE_NAME = /^zhijian-\d{8}T\d{6}Z\.tar\.gz$/
/** The names of archives whose process ended during the backup. */
const UNFINISHED_NAME = /^\.zhijian-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/

/**
 * Creates the folder if it doesn't exist, and deletes archives in it that were never finished: only one backup is made at
 * a time. Returns the path of a new archive; names sort by time. Throws a `BackupError`.
 */
export async function createArchivePath(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Node quotes the path in its message, and quoted text isn't logged.
    throw toFolderError(error, `the backup folder ${folder} can't be created`)
  })
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  await removeArchives(folder, (names) => names.filter((name) => UNFINISHED_NAME.test(name)))
  return join(folder, `zhijian-${time}.tar.gz`)
}

/**
 * Deletes all archives except the `retainedCount` newest ones; `newestPath` is the one just finished. Archives with a
 * later name were made by a clock that has been set back since. They are neither counted nor deleted: by their names
 * they would push out the archives that are really the newest. Throws a `BackupError`.
 */
export const removeOldArchives = (newestPath: string, retainedCount: number): Promise<void> =>
  removeArchives(dirname(newestPath), (names) =>
    names
      .filter((name) => ARCHIVE_NAME.test(name) && name <= basename(newestPath))
      .sort()
      .slice(0, -retainedCount),
  )

async function removeArchives(folder: string, select: (names: readonly string[]) => readonly string[]): Promise<void> {
  try {
    for (const name of select(await readdir(folder))) await rm(join(folder, name), { force: true })
  } catch (error) {
    throw toFolderError(error, `old archives in the backup folder ${folder} can't be deleted`)
  }
}
