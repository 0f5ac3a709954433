/** The server that a worker's journeys run on, as a user starts it. The site is built before the tests begin. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const START_LIMIT_MS = 60_000

/** Starts a server with the demo on an empty folder. Returns its address, and what stops it and removes the folder. */
export async function startServer() {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'zhijian-browser-'))]
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      // Mail servers of tests stand on the loopback.
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port was given')
  return address.port
}
