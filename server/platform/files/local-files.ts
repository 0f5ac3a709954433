import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UnwritableError } from '#server/platform/database/storage-failure.ts'
import { assertFileKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'

const WRITE_ERRORS = ['EACCES', 'EPERM', 'EIO']

/** Keys never start with a dot, so unfinished files can't be requested. */
const INCOMING = '.incoming'

/** Creates a store in a local folder, which is created with the first file. */
export function createLocalFiles(folder: string): FileStore {
  const toPath = (key: string) => join(folder, assertFileKey(key))
  return {
    async put(key, bytes) {
      const path = toPath(key)
      const incoming = join(folder, INCOMING, randomUUID())
      try {
        await mkdir(dirname(incoming), { recursive: true })
        await mkdir(dirname(path), { recursive: true })
        await writeDurably(incoming, bytes)
        await rename(incoming, path)
      } catch (error) {
        await rm(incoming, { force: true }).catch(() => {})
        throw toWriteError(error)
      }
    },

    async open(key) {
      const handle = await open(toPath(key)).catch(ignoreMissing)
      if (!handle) return undefined
      const { size, isFile } = await handle.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }))
      if (isFile) return { stream: handle.createReadStream(), size }
      await handle.close()
      return undefined
    },

    async remove(key) {
      await rm(toPath(key), { force: true })
    },

    async removeUnfinished(before) {
      for (const name of await readdir(join(folder, INCOMING)).catch(() => [])) {
        const path = join(folder, INCOMING, name)
        const file = await stat(path).catch(ignoreMissing)
        if (file && file.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Converts the system errors that mean, for a write, that the folder can't be written. */
const toWriteError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && WRITE_ERRORS.includes(String(error.code))
    ? new UnwritableError(error.message, { cause: error })
    : error

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return
  throw error
}
