import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of scheduled backups. No other files in their folder are ever deleted. */
const ARCHIVE_NAME = /^zhijian-\d{8}T\d{6}Z\.tar\.gz$/
/** The names of archives whose process ended during the backup. */
const UNFINISHED_NAME = /^\.zhijian-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/

/**
 * Returns the path of a new archive, and creates its folder if it doesn't exist. Names sort by time. Throws an error that
 * names the folder if it can't be created.
 */
export async function createArchivePath(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Node quotes the path in its message, and quoted text isn't logged.
    throw new Error(`the backup folder ${folder} can't be created`, { cause: error })
  })
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `zhijian-${time}.tar.gz`)
}

/** Deletes unfinished archives, and all archives except the `retainedCount` newest ones. */
export async function removeOldArchives(folder: string, retainedCount: number): Promise<void> {
  const names = await readdir(folder)
  const archives = names.filter((name) => ARCHIVE_NAME.test(name)).sort()
  const unfinished = names.filter((name) => UNFINISHED_NAME.test(name))
  for (const name of [...archives.slice(0, -retainedCount), ...unfinished])
    await rm(join(folder, name), { force: true })
}
