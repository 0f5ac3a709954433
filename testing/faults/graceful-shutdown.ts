/** SIGTERM during requests: they get their replies, and the process exits by itself. */
import { setTimeout } from 'node:timers/promises'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { startServer } from '#testing/bench/production-server.ts'
import { type Fault, formatSeconds, QUIET_SETTINGS, withFolder } from './fault.ts'
import { countLostWrites, createLedger, writeUntil } from './ledger.ts'

const LOAD_MS = 1_500
const MAX_SHUTDOWN_MS = 10_000

export const runGracefulShutdown: Fault = () =>
  withFolder(async (dataDir) => {
    const ledger = createLedger()
    const server = await startServer(dataDir, QUIET_SETTINGS)
    let isOver = false
    const writing = writeUntil(server.origin, ledger, () => isOver)
    await setTimeout(LOAD_MS)
    isOver = true
    const stoppedAt = performance.now()
    const code = await server.kill('SIGTERM')
    const shutdownMs = performance.now() - stoppedAt
    await writing
    const database = await openConfiguredDatabase({ dataDir, databaseUrl: undefined })
    const lostWrites = await countLostWrites(database, ledger)
    await database.close()
    const unanswered = ledger.rejected.get(0) ?? 0
    return [
      {
        label: 'SIGTERM under load',
        figure: `exit code ${code} after ${formatSeconds(shutdownMs)}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${unanswered} requests in flight without a reply`,
        isMet: code === 0 && lostWrites === 0 && unanswered === 0 && shutdownMs < MAX_SHUTDOWN_MS,
      },
    ]
  })
