/** What is found at the start, or missing later: a damaged database, a folder that can't be written to, a lost upload. */
import { spawn } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { freePort, startServer } from '#testing/bench/production-server.ts'
import { type Fault, type Outcome, QUIET, withFolder } from './fault.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const PATIENCE_MS = 20_000

/** Starts a server that should not start. Returns its exit code and the line that it ends with. */
async function failToStart(dataDir: string): Promise<{ code: number | null; line: string }> {
  const env = { PATH: process.env.PATH ?? '', ...QUIET, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: PATIENCE_MS })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, line: text.trim() }
}

async function refuseStart(label: string, dataDir: string, file: string): Promise<Outcome> {
  const { code, line } = await failToStart(dataDir)
  const isOneLine = !line.includes('\n') && line.includes(file)
  return {
    label,
    figure: `exit code ${code}; ${isOneLine ? 'one line names the setting, the path and what to do' : line}`,
    isMet: code === 1 && isOneLine && line.startsWith('设置 DATA_DIR 有误'),
  }
}

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
  return refuseStart('a data folder that can’t be used: a file has its name', dataDir, dataDir)
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
  await withFolder((folder) => damageDatabase(folder, Buffer.alloc(100_000, 'x'), 'a database file that is none')),
  await withFolder(blockFolder),
  await withFolder(loseUploads),
]
