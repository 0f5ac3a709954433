/** Several processes that run the clean-up of one database concurrently. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SCRIPT_PATH = join(import.meta.dirname, 'clean-up-worker.ts')

/** Starts the processes. `cleanUp` requests a clean-up from all of them, and returns how many have run it. */
export async function startCleanUpProcesses(url: string, count: number) {
  const children: ChildProcess[] = Array.from({ length: count }, () => fork(SCRIPT_PATH, [url], { execArgv: [] }))
  const ended = Promise.all(children.map((child) => once(child, 'exit')))
  await Promise.all(children.map((child) => once(child, 'message')))
  return {
    async cleanUp(): Promise<number> {
      const results = children.map((child) => once(child, 'message'))
      for (const child of children) child.send('now')
      return (await Promise.all(results)).filter(([hasCleanedUp]) => hasCleanedUp === true).length
    },
    async stop() {
      for (const child of children) child.disconnect()
      await ended
    },
  }
}
