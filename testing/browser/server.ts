/** The servers of the tests, started as in production. The site is built before the tests start. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '#testing/find-free-port.ts'

const START_LIMIT_MS = 90_000

const ROOT = join(import.meta.dirname, '../..')
/** The data folder that every worker's server starts with a copy of: migrated, with demo data and an administrator. */
const PREPARED_DATA = join(ROOT, '.cache/browser/data')
const PREPARED_HASH = join(ROOT, '.cache/browser/data.sha256')
/** What the prepared data is made by and of. */
const DATA_FOLDERS = ['server', 'contracts', 'demo']

const PRELOAD = join(import.meta.dirname, 'server-preload.ts')

/** Creates the data that servers start with, unless it has been created today from the same sources. */
export async function prepareData(): Promise<void> {
  const hash = await hashDataSources()
  if ((await readFile(PREPARED_HASH, 'utf8').catch(() => '')) === hash) return
  await rm(PREPARED_HASH, { force: true })
  await rm(PREPARED_DATA, { recursive: true, force: true })
  const { stop } = await runServer(PREPARED_DATA)
  await stop()
  await writeFile(PREPARED_HASH, hash)
}

/** Demo data may contain today's date. */
async function hashDataSources(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toDateString())
  for (const folder of DATA_FOLDERS) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    for (const file of files.sort()) hash.update(file).update(await readFile(file))
  }
  hash.update(await readFile(PRELOAD))
  return hash.digest('hex')
}

/**
 * Starts a server with a copy of the prepared data. Returns its URL, a function that advances its clock, and one that stops
 * it and removes the copy. Browsers permit passkeys at a host name such as `localhost`, but not at an IP address.
 */
export async function startServer(hostName = '127.0.0.1') {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-browser-'))
  await cp(PREPARED_DATA, folder, { recursive: true })
  const { address, stop, advanceClock } = await runServer(folder, hostName)
  return {
    address,
    advanceClock,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a server on a data folder, and waits until it is ready. */
async function runServer(folder: string, hostName = '127.0.0.1') {
  const port = await findFreePort()
  const address = `http://${hostName}:${port}`
  const server = spawn(process.execPath, ['--import', pathToFileURL(PRELOAD).href, 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: join(ROOT, '.cache/node'),
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      // Slow queries are those of a busy machine, and would fill the output.
      SLOW_QUERY_MS: '0',
      // Mail servers of tests listen on the loopback interface.
      MAIL_HOSTS: 'localhost:*,127.0.0.1:*',
      // So do agents.
      AGENT_HOSTS: '127.0.0.1:*',
      // And identity providers.
      SIGN_IN_HOSTS: '127.0.0.1:*',
      ADMIN_EMAIL: 'admin@zhijian.test',
      ADMIN_PASSWORD: 'a-password-for-tests',
    },
  })
  const end = performance.now() + START_LIMIT_MS
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode} before it was ready`)
    if (performance.now() > end) throw new Error(`the server wasn't ready within ${START_LIMIT_MS} ms`)
    await setTimeout(100)
  }
  return {
    address,
    async advanceClock(milliseconds: number) {
      const advanced = once(server, 'message')
      server.send(milliseconds)
      await advanced
    },
    async stop() {
      const exit = once(server, 'exit')
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await exit
    },
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
