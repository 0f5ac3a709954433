/** Kills the server by SIGKILL during writes, on both databases. */
import { setTimeout } from 'node:timers/promises'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { startServer } from '#testing/bench/production-server.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'
import { countLostWrites, createLedger, writeUntil } from './ledger.ts'

const ROUNDS = 5
const LOAD_MS = 1_500

async function killRepeatedly(label: string, dataDir: string, databaseUrl: string | undefined): Promise<Outcome> {
  const ledger = createLedger()
  const starts: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer(dataDir, databaseUrl ? postgresSettings(databaseUrl) : QUIET_SETTINGS)
    starts.push(server.readyMs)
    const writing = writeUntil(server.origin, ledger, () => !server.isAlive())
    // A different time in each round.
    await setTimeout(LOAD_MS + round * 37)
    await server.kill('SIGKILL')
    await writing
  }
  const database = await openConfiguredDatabase({ dataDir, databaseUrl })
  const lostWrites = await countLostWrites(database, ledger)
  await database.close()
  return {
    label: `kill -9 under load, ${ROUNDS} times, ${label}`,
    figure: `${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ready again within ${formatSeconds(Math.max(...starts.slice(1)))}`,
    isMet: lostWrites === 0 && ledger.acknowledged.size > 0,
  }
}

export const runKilledServer: Fault = async () => {
  const sqlite = await withFolder((folder) => killRepeatedly('SQLite', folder, undefined))
  const postgres = await withPostgres((url) => withFolder((folder) => killRepeatedly('PostgreSQL', folder, url)))
  return postgres ? [sqlite, postgres] : [sqlite]
}
