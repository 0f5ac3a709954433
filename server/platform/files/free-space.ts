import { statfs } from 'node:fs/promises'

/** Returns the bytes that a folder's file system has left for this process; `null` if that can't be told. */
export async function getFreeDiskSpace(folder: string | undefined): Promise<number | null> {
  if (folder === undefined) return null
  const space = await statfs(folder).catch(() => undefined)
  return space ? space.bavail * space.bsize : null
}
