/** SIGTERM during requests: they get their replies, and the process exits by itself. */
import { setTimeout } from 'node:timers/promises'
import { openConfigured } from '#server/open-configured.ts'
import { startServer } from '#testing/bench/production-server.ts'
import { type Fault, QUIET, seconds, withFolder } from './fault.ts'
import { countLost, createLedger, write } from './ledger.ts'

const LOAD_MS = 1_500
const LONGEST_MS = 10_000

export const stopped: Fault = () =>
  withFolder(async (dataDir) => {
    const ledger = createLedger()
    const server = await startServer(dataDir, QUIET)
    let isOver = false
    const writing = write(server.origin, ledger, () => isOver)
    await setTimeout(LOAD_MS)
    isOver = true
    const stoppedAt = performance.now()
    const code = await server.kill('SIGTERM')
    const took = performance.now() - stoppedAt
    await writing
    const database = await openConfigured({ dataDir, databaseUrl: undefined })
    const lostWrites = await countLost(database, ledger)
    await database.close()
    const cut = ledger.rejected.get(0) ?? 0
    return [
      {
        label: 'SIGTERM under load',
        figure: `exit code ${code} after ${seconds(took)}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${cut} requests in flight cut`,
        isMet: code === 0 && lostWrites === 0 && cut === 0 && took < LONGEST_MS,
      },
    ]
  })
