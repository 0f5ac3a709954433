/** A damaged database and a blocked data folder at startup; uploads deleted under a running server. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startServer } from '#testing/bench/production-server.ts'
import { expectFailedStart } from './failed-start.ts'
import { type Fault, type Outcome, QUIET_SETTINGS, withFolder } from './fault.ts'

/** Overwrites the database of a stopped server. */
async function corruptDatabase(folder: string, bytes: Buffer, label: string): Promise<Outcome> {
  const server = await startServer(folder, QUIET_SETTINGS)
  await server.stop()
  const file = join(folder, 'zhijian.sqlite')
  for (const name of await readdir(folder)) if (/-(wal|shm)$/.test(name)) await rm(join(folder, name))
  await writeFile(file, bytes)
  return expectFailedStart(label, folder, file)
}

async function blockFolder(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  await writeFile(dataDir, 'a file where the folder should be')
  return expectFailedStart('data folder path that is a file', dataDir, dataDir)
}

/** Deletes the uploads of the sample content while a server runs. */
async function deleteUploads(dataDir: string): Promise<Outcome> {
  const server = await startServer(dataDir, { LOG_LEVEL: 'silent' })
  try {
    const uploads = join(dataDir, 'uploads')
    const entries = await readdir(uploads, { recursive: true, withFileTypes: true })
    const upload = entries.find((entry) => entry.isFile())
    if (!upload) throw new Error('the sample content has no uploads')
    const url = `/uploads/${relative(uploads, join(upload.parentPath, upload.name))}`
    const getStatus = async (path: string) => (await fetch(server.origin + path)).status
    const before = await getStatus(url)
    await rm(uploads, { recursive: true })
    const after = await getStatus(url)
    const [page, ready] = [await getStatus('/products'), await getStatus('/readyz')]
    return {
      label: 'uploads deleted under a running server',
      figure: `a file ${before} before, ${after} after; pages ${page}, /readyz ${ready}`,
      isMet: before === 200 && after === 404 && page === 200 && ready === 200,
    }
  } finally {
    await server.stop()
  }
}

export const runDamagedStorage: Fault = async () => [
  await withFolder((folder) => corruptDatabase(folder, Buffer.alloc(100_000, 'x'), 'corrupt database file')),
  await withFolder(blockFolder),
  await withFolder(deleteUploads),
]
