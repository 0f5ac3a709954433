import type { Server } from 'node:http'
import { describeError } from './open-configured-database.ts'

/** The maximum duration of a graceful shutdown; process managers usually kill a process 10 s after SIGTERM. */
const TIMEOUT_MS = 9_500
/** How long requests may take to finish. What follows, such as closing the database, has the rest of the time. */
const REQUEST_TIMEOUT_MS = 7_500

type ShutdownOptions = {
  timeoutMs?: number
  warn: (line: string) => void
  exit: (code: number) => void
}

/** Runs the steps of a shutdown, then exits: with 0, or with 1 if they fail or take too long, after a warning. */
export async function shutDown(steps: () => Promise<void>, { timeoutMs = TIMEOUT_MS, warn, exit }: ShutdownOptions) {
  const timer = setTimeout(() => {
    warn(`停止超时：${timeoutMs / 1_000} 秒内没有完成，已强行退出`)
    exit(1)
  }, timeoutMs)
  try {
    await steps()
    exit(0)
  } catch (error) {
    warn(`停止时出错：${describeError(error)}`)
    exit(1)
  } finally {
    clearTimeout(timer)
  }
}

type RequestLimitOptions = { timeoutMs?: number; warn: (line: string) => void }

/** Closes a server, and after a time also the connections of requests that haven't finished, with a warning. */
export async function closeWithinLimit(
  app: { server: Pick<Server, 'closeAllConnections'>; close: () => Promise<void> },
  { timeoutMs = REQUEST_TIMEOUT_MS, warn }: RequestLimitOptions,
): Promise<void> {
  const timer = setTimeout(() => {
    warn(`停止时仍有请求没有完成，${timeoutMs / 1_000} 秒后已中断`)
    app.server.closeAllConnections()
  }, timeoutMs)
  await app.close().finally(() => clearTimeout(timer))
}
