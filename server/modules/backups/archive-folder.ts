import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What scheduled backups are called, so that nothing else in their folder is ever removed. */
const NAME = /^zhijian-\d{8}T\d{6}Z\.tar\.gz$/
/** What was left by a node that ended in the middle. */
const UNFINISHED = /^\.zhijian-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/

/** Returns the path of a new archive, in a folder that is made if it isn't there. Names sort by time. */
export async function createArchivePath(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `zhijian-${time}.tar.gz`)
}

/** Removes all archives but the newest, and what was left unfinished. */
export async function removeOldArchives(folder: string, keepCount: number): Promise<void> {
  const names = await readdir(folder)
  const archives = names.filter((name) => NAME.test(name)).sort()
  const unfinished = names.filter((name) => UNFINISHED.test(name))
  for (const name of [...archives.slice(0, -keepCount), ...unfinished]) await rm(join(folder, name), { force: true })
}
