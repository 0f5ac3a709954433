/** A server of its own, for journeys that change what every other journey sees: the site's name, registration, the logo. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as shared } from './fixtures.ts'

export { expect }

/** The same fixtures, with every address on the worker's own server. */
export const test = shared.extend<object, { ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer),
})

async function startServer() {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'zhijian-own-'))]
  const address = `http://127.0.0.1:${port}`
  // The shared server has built the site by now.
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // Mail servers of tests stand on the loopback.
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      MAIL_HOSTS: '127.0.0.1:*',
      ADMIN_EMAIL: 'admin@zhijian.test',
      ADMIN_PASSWORD: 'a-password-for-tests',
    },
  })
  await expect.poll(() => isReady(address), { timeout: 45_000 }).toBe(true)
  return {
    address,
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
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
