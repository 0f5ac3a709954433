import { statfs } from 'node:fs/promises'

/** Returns the bytes that are available to this process on a folder's file system; `null` if unknown. */
export async function getFreeDiskSpace(folder: string | undefined): Promise<number | null> {
  if (folder === undefined) return null
  const space = await statfs(folder).catch(() => undefined)
  return space ? space.bavail * space.bsize : null
}
