/** Starts the server as in production, with its own folder and port. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '#testing/find-free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_START_MS = 120_000
export const MAIN_THREAD = 'main'

export type ServerProcess = {
  origin: string
  /** From the start of the process to its first successful reply. */
  readyMs: number
  /** Resident memory, in MB of 2^20 bytes. */
  memory(): Promise<number>
  /** Returns the processor time of all threads in milliseconds. */
  getCpuTime(): Promise<number>
  /** Returns the processor time by thread name; `MAIN_THREAD` is the main thread. */
  threadTimes(): Promise<ReadonlyMap<string, number>>
  /** Returns the number of open files and connections. */
  countOpenFiles(): Promise<number>
  isAlive(): boolean
  /** Sends a signal and waits for the exit. Returns the exit code; `null` if the signal killed the process. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  stop(): Promise<void>
}

/** Starts a program that listens on `PORT`, and waits until `path` returns 200. */
export async function startServerProcess(
  file: string,
  path: string,
  settings: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await findFreePort()
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: String(port), ...settings }
  const started = performance.now()
  const child = spawn(process.execPath, [...options, join(ROOT, file)], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stderr.pipe(process.stderr, { end: false })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  const isReady = () => fetch(origin + path).then(({ ok }) => ok, () => false) // biome-ignore format: one condition
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - started > MAX_START_MS) {
      child.kill('SIGKILL')
      throw new Error(`${file} didn't start: ${errors}`)
    }
    await setTimeout(5)
  }
  return {
    origin,
    readyMs: performance.now() - started,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async getCpuTime() {
      const times = await readThreadTimes(child.pid ?? 0)
      return [...times.values()].reduce((sum, time) => sum + time, 0)
    },
    threadTimes: () => readThreadTimes(child.pid ?? 0),
    countOpenFiles: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill(signal) {
      child.kill(signal)
      return ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function readThreadTimes(pid: number): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    // Exact to the nanosecond, unlike the ticks of `/proc/…/stat`, of which a round has a few dozen.
    const [nanoseconds = ''] = (await readFile(`${folder}/schedstat`, 'utf8')).split(' ')
    const name = thread === String(pid) ? MAIN_THREAD : (await readFile(`${folder}/comm`, 'utf8')).trim()
    times.set(name, (times.get(name) ?? 0) + Number(nanoseconds) / 1_000_000)
  }
  return times
}

/** Starts the server as `npm start` does. */
export const startServer = (dataDir: string, settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess(
    'server/main.ts',
    '/readyz',
    { ...START.settings, DATA_DIR: dataDir, RATE_LIMITS: 'off', ...settings },
    START.options,
  )

const START = readStartCommand()

/** Returns the settings and options of the server in the start command of package.json. */
function readStartCommand(): { settings: Record<string, string>; options: string[] } {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const words = scripts.start.split(' && ').at(-1)?.split(' ') ?? []
  const settings = words.slice(0, words.indexOf('exec')).map((word) => word.split('='))
  return {
    settings: Object.fromEntries(settings),
    options: words.slice(words.indexOf('node') + 1, words.indexOf('server/main.ts')),
  }
}
