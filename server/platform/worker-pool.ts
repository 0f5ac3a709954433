import type { Piscina } from 'piscina'
import { AppError } from './app-error.ts'

/** After this idle time the thread is stopped and its memory released. */
const IDLE_MS = 30_000

/**
 * Creates a worker thread that runs a program's exported functions sequentially, so that long computations don't block
 * the event loop. It starts with the first run. For trusted code only: unlike `runLimitedProcess`, it doesn't limit
 * memory.
 */
export function createWorkerPool<Program>(
  program: URL,
  { queueMax, timeoutMs }: { queueMax: number; timeoutMs: number },
) {
  let opened: Promise<Piscina> | undefined
  return {
    /** Runs a function of the program. Throws `unavailable` if `queueMax` runs are waiting, or after `timeoutMs`. */
    async run<Reply>(name: keyof Program & string, message: unknown): Promise<Reply> {
      opened ??= openPool(program)
      const pool = await opened
      if (pool.queueSize >= queueMax) throw new AppError('unavailable')
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await pool.run(message, { name, signal })
      } catch (error) {
        throw signal.aborted ? new AppError('unavailable') : error
      }
    },

    async close(): Promise<void> {
      await (await opened)?.destroy()
    },
  }
}

async function openPool(program: URL): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({ filename: program.href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, env: {} })
}
