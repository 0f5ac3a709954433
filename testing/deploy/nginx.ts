/** Starts nginx with the deployed configuration file, and with the port and nodes of a test. */
import { spawn } from 'node:child_process'
import { chmod, copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findProgram, installPackages } from '#testing/debian-packages.ts'
import { findFreePort } from '#testing/find-free-port.ts'

const CONFIGURATION = join(import.meta.dirname, '../../deploy/nginx.conf')
const MAX_START_MS = 10_000

const findNginx = () => findProgram(['nginx'], ['/usr/sbin'])

/** Returns the path of nginx, and installs it as root if necessary; `undefined` if that fails. */
export function ensureNginx(): string | undefined {
  const existing = findNginx()
  if (existing || process.getuid?.() !== 0) return existing
  try {
    installPackages(['nginx-light'])
  } catch {
    return undefined
  }
  return findNginx()
}

const isListening = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )

/** Starts nginx in front of nodes given as `host:port`. */
export async function startNginx(program: string, nodes: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-nginx-'))
  // If started as root, its workers run as another user.
  await chmod(folder, 0o755)
  const port = await findFreePort()
  await copyFile(CONFIGURATION, join(folder, 'nginx.conf'))
  await writeFile(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\naccess_log access.log brief;\n`)
  const upstreams = nodes.map((node) => `server ${node} max_fails=1 fail_timeout=2s;\n`)
  await writeFile(join(folder, 'upstreams.conf'), upstreams.join(''))
  const errors = await open(join(folder, 'error.log'), 'a')
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; pid nginx.pid;'], {
    stdio: ['ignore', 'ignore', errors.fd],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const readLog = () => readFile(join(folder, 'access.log'), 'utf8')
  const origin = `http://127.0.0.1:${port}`
  const started = performance.now()
  while (!(await isListening(origin))) {
    if (child.exitCode !== null || performance.now() - started > MAX_START_MS)
      throw new Error(`nginx didn't start: ${await readFile(join(folder, 'error.log'), 'utf8')}`)
    await setTimeout(20)
  }
  return {
    origin,
    /** Returns the access log. */
    readLog,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      await errors.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
