/** The server of a worker's tests, started as in production. The site is built before the tests start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '#testing/find-free-port.ts'

const START_LIMIT_MS = 60_000

/**
 * Starts a server with demo data in an empty folder. Returns its URL, and a function that stops it and removes the
 * folder.
 */
export async function startServer() {
  const [port, folder] = [await findFreePort(), await mkdtemp(join(tmpdir(), 'zhijian-browser-'))]
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      // Mail servers of tests listen on the loopback interface.
      MAIL_HOSTS: 'localhost:*,127.0.0.1:*',
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
    async stop() {
      const exit = once(server, 'exit')
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM')
        await exit
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
