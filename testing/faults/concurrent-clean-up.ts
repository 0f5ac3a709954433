/** Starts work that only one node should do on several nodes concurrently. */
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { startCleanUpProcesses } from './clean-up-processes.ts'
import { type Fault, type Outcome, withFolder, withPostgres } from './fault.ts'

const PROCESSES = 3
const ROUNDS = 20

async function cleanUpAtOnce(databaseUrl: string, dataDir: string): Promise<Outcome> {
  const database = await openConfiguredDatabase({ dataDir, databaseUrl })
  const processes = await startCleanUpProcesses(databaseUrl, PROCESSES)
  const runs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Makes the hourly clean-up due again.
    await database.write(({ db }) => db.deleteFrom('claims').execute())
    runs.push(await processes.cleanUp())
  }
  await processes.stop()
  await database.close()
  const once = runs.filter((count) => count === 1).length
  return {
    label: `hourly clean-up started by ${PROCESSES} processes simultaneously, ${ROUNDS} times, PostgreSQL`,
    figure: `run by exactly one of them ${once} times`,
    isMet: once === ROUNDS,
  }
}

export const runConcurrentCleanUp: Fault = async () => {
  const outcome = await withPostgres((url) => withFolder((folder) => cleanUpAtOnce(url, folder)))
  return outcome ? [outcome] : []
}
