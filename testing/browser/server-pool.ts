/** The servers of one worker: one that its tests share, and one of the file that needs its own. */
import { startServer } from './server.ts'

export type TestServer = Awaited<ReturnType<typeof startServer>>
export type ServerPool = ReturnType<typeof createServerPool>

export function createServerPool() {
  let shared: Promise<TestServer> | undefined
  let own: { file: string; server: Promise<TestServer> } | undefined

  const stopOwn = async () => (await own?.server)?.stop()

  return {
    getShared(): Promise<TestServer> {
      shared ??= startServer()
      return shared
    },
    /** Returns the server of the file that runs, and stops that of the file before. */
    async getOwn(file: string, hostName?: string): Promise<TestServer> {
      if (own?.file !== file) {
        await stopOwn()
        own = { file, server: startServer(hostName) }
      }
      return own.server
    },
    async stop(): Promise<void> {
      await stopOwn()
      await (await shared)?.stop()
    },
  }
}
