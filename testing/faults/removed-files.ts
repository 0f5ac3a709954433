/** Removes or replaces files of a running server: its data folder, its database, the WAL index. */
import { copyFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { type Fault, type Outcome, QUIET_SETTINGS, withFolder } from './fault.ts'
import { countLostWrites, createLedger, describeRejections, type Ledger, measureRecovery, writeOnce } from './ledger.ts'

const WRITES = 20
/** The exit of a process is reported shortly after its connections end. */
const EXIT_MS = 1_000
const { status: READ_ONLY_STATUS } = ERROR_DEFINITIONS.storageReadOnly

async function writeSome(server: ServerProcess, ledger: Ledger): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
}

/** Returns the number of acknowledged writes that a folder's database doesn't contain. */
async function countLostWritesIn(dataDir: string, ledger: Ledger): Promise<number> {
  const database = await openConfiguredDatabase({ dataDir, databaseUrl: undefined })
  const lostWrites = await countLostWrites(database, ledger)
  await database.close()
  return lostWrites
}

/** Writes before and after a fault. Returns the figure, and whether the server rejected what it couldn't store. */
async function writeBeforeAndAfter(server: ServerProcess, ledger: Ledger, inject: () => Promise<void>) {
  await writeSome(server, ledger)
  const before = ledger.acknowledged.size
  await inject()
  await writeSome(server, ledger)
  const ready = await fetch(`${server.origin}/readyz`)
  const read = await fetch(`${server.origin}/api/products-list`)
  const hasOnlyExpectedRejections =
    ledger.acknowledged.size === before && [...ledger.rejected.keys()].every((status) => status === READ_ONLY_STATUS)
  return {
    figure: `${before} acknowledged writes before; then ${describeRejections(ledger)}; /readyz ${ready.status}, reads ${read.status}`,
    isMet: hasOnlyExpectedRejections && before === WRITES && ready.status === 503 && read.ok && server.isAlive(),
  }
}

/** Removes the data folder: no write succeeds, and none may be acknowledged. */
const removeFolder = (folder: string): Promise<Outcome> => {
  const dataDir = join(folder, 'data')
  return withServer(dataDir, async (server) => ({
    label: 'data folder removed under a running server',
    ...(await writeBeforeAndAfter(server, createLedger(), () => rm(dataDir, { recursive: true }))),
  }))
}

/** Replaces the database by a copy, as a careless restore does, and then restores the original file. */
async function replaceDatabase(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  const path = join(dataDir, 'zhijian.sqlite')
  const ledger = createLedger()
  const result = await withServer(dataDir, async (server) => {
    const outcome = await writeBeforeAndAfter(server, ledger, async () => {
      await copyFile(path, `${path}.copy`)
      await rename(path, `${path}.original`)
      await rename(`${path}.copy`, path)
    })
    await rename(`${path}.original`, path)
    return { ...outcome, recoveryMs: await measureRecovery(server, ledger) }
  })
  const lostWrites = await countLostWritesIn(dataDir, ledger)
  return {
    label: 'database file replaced by a copy under a running server, then restored',
    figure: `${result.figure}; saving resumed once it was back; ${lostWrites} of ${ledger.acknowledged.size} acknowledged writes lost`,
    isMet: result.isMet && Number.isFinite(result.recoveryMs) && lostWrites === 0,
  }
}

/** Truncates the WAL index, which is mapped into memory: SIGBUS ends the process, and the log must have all writes. */
async function truncateIndex(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  const ledger = createLedger()
  const hasEnded = await withServer(dataDir, async (server) => {
    await writeSome(server, ledger)
    await truncate(join(dataDir, 'zhijian.sqlite-shm'), 0)
    await writeOnce(server.origin, ledger)
    await setTimeout(EXIT_MS)
    return !server.isAlive()
  })
  const status = await withServer(dataDir, ({ origin }) => writeOnce(origin, ledger))
  const lostWrites = await countLostWritesIn(dataDir, ledger)
  return {
    label: 'WAL index truncated under a running server',
    figure: `process ${hasEnded ? 'ended' : 'survived'}; write ${status} after a restart; ${lostWrites} of ${ledger.acknowledged.size} acknowledged writes lost`,
    isMet: status === 200 && lostWrites === 0,
  }
}

async function withServer<Result>(dataDir: string, task: (server: ServerProcess) => Promise<Result>): Promise<Result> {
  const server = await startServer(dataDir, QUIET_SETTINGS)
  try {
    return await task(server)
  } finally {
    if (server.isAlive()) await server.stop()
  }
}

export const runRemovedFiles: Fault = async () => {
  const outcomes: Outcome[] = []
  for (const fault of [removeFolder, replaceDatabase, truncateIndex]) outcomes.push(await withFolder(fault))
  return outcomes
}
