/** What is found at the start, or missing later: a damaged database, a folder that can't be written to, a lost upload. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { startServer } from '#testing/bench/production-server.ts'
import { refuseStart } from './failed-start.ts'
import { type Fault, type Outcome, QUIET, withFolder } from './fault.ts'

/** Writes over what a server has left. */
async function damageDatabase(folder: string, bytes: Buffer, label: string): Promise<Outcome> {
  const server = await startServer(folder, QUIET)
  await server.stop()
  const file = join(folder, 'zhijian.sqlite')
  for (const name of await readdir(folder)) if (/-(wal|shm)$/.test(name)) await rm(join(folder, name))
  await writeFile(file, bytes)
  return refuseStart(label, folder, file)
}

async function blockFolder(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  await writeFile(dataDir, 'a file where the folder should be')
  return refuseStart('data folder path that is a file', dataDir, dataDir)
}

/** Takes the uploads of the sample content away while a server runs. */
async function loseUploads(dataDir: string): Promise<Outcome> {
  const server = await startServer(dataDir, { LOG_LEVEL: 'silent' })
  try {
    const uploads = join(dataDir, 'uploads')
    const entries = await readdir(uploads, { recursive: true, withFileTypes: true })
    const upload = entries.find((entry) => entry.isFile())
    if (!upload) throw new Error('the sample content has no uploads')
    const address = `/uploads/${relative(uploads, join(upload.parentPath, upload.name))}`
    const ask = async (path: string) => (await fetch(server.origin + path)).status
    const before = await ask(address)
    await rm(uploads, { recursive: true })
    const after = await ask(address)
    const [page, ready] = [await ask('/products'), await ask('/readyz')]
    return {
      label: 'uploads deleted under a running server',
      figure: `a file ${before} before, ${after} after; pages ${page}, /readyz ${ready}`,
      isMet: before === 200 && after === 404 && page === 200 && ready === 200,
    }
  } finally {
    await server.stop()
  }
}

export const damaged: Fault = async () => [
  await withFolder((folder) => damageDatabase(folder, Buffer.alloc(100_000, 'x'), 'corrupt database file')),
  await withFolder(blockFolder),
  await withFolder(loseUploads),
]
