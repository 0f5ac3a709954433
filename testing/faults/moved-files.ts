/** Files that are taken from under a running server: its data folder, its database, the index of the database's log. */
import { copyFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { openConfigured } from '#server/open-configured.ts'
import { type Program, startServer } from '#testing/bench/production-server.ts'
import { type Fault, type Outcome, QUIET, withFolder } from './fault.ts'
import { countLost, createLedger, type Ledger, listRefused, timeRecovery, writeOnce } from './ledger.ts'

const WRITES = 20
/** The end of a process is heard of a moment after its connections end. */
const NOTICED_MS = 1_000
const { status: REFUSED } = ERROR_DEFINITIONS.storageReadOnly

async function writeSome(server: Program, ledger: Ledger): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
}

/** Returns how many acknowledged writes a folder's database doesn't have. */
async function countLostIn(dataDir: string, ledger: Ledger): Promise<number> {
  const database = await openConfigured({ dataDir, databaseUrl: undefined })
  const lostWrites = await countLost(database, ledger)
  await database.close()
  return lostWrites
}

/** Writes before and after a file is gone. Returns the figure, and whether the server refused what it could not keep. */
async function visitWithout(server: Program, ledger: Ledger, inflict: () => Promise<void>) {
  await writeSome(server, ledger)
  const before = ledger.acknowledged.size
  await inflict()
  await writeSome(server, ledger)
  const ready = await fetch(`${server.origin}/readyz`)
  const read = await fetch(`${server.origin}/api/products-list`)
  const isHonest = ledger.acknowledged.size === before && [...ledger.refused.keys()].every((each) => each === REFUSED)
  return {
    figure: `${before} acknowledged writes before; then ${listRefused(ledger)}; /readyz ${ready.status}, a read ${read.status}`,
    isMet: isHonest && before === WRITES && ready.status === 503 && read.ok && server.isAlive(),
  }
}

/** Nothing of it can be saved, and nobody is told that it was. */
const removeFolder = (folder: string): Promise<Outcome> => {
  const dataDir = join(folder, 'data')
  return withServer(dataDir, async (server) => ({
    label: 'data folder removed under a running server',
    ...(await visitWithout(server, createLedger(), () => rm(dataDir, { recursive: true }))),
  }))
}

/** A copy takes the database's name, as a careless restore does, and the right file comes back. */
async function replaceDatabase(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  const path = join(dataDir, 'zhijian.sqlite')
  const ledger = createLedger()
  const visit = await withServer(dataDir, async (server) => {
    const outcome = await visitWithout(server, ledger, async () => {
      await copyFile(path, `${path}.copy`)
      await rename(path, `${path}.right`)
      await rename(`${path}.copy`, path)
    })
    await rename(`${path}.right`, path)
    return { ...outcome, took: await timeRecovery(server, ledger) }
  })
  const lostWrites = await countLostIn(dataDir, ledger)
  return {
    label: 'database file replaced by a copy under a running server, then restored',
    figure: `${visit.figure}; saving resumed once it was back; ${lostWrites} of ${ledger.acknowledged.size} acknowledged writes lost`,
    isMet: visit.isMet && Number.isFinite(visit.took) && lostWrites === 0,
  }
}

/** The index is memory of the process: one that is cut short ends it (SIGBUS), and the log alone has to do. */
async function truncateIndex(folder: string): Promise<Outcome> {
  const dataDir = join(folder, 'data')
  const ledger = createLedger()
  const hasEnded = await withServer(dataDir, async (server) => {
    await writeSome(server, ledger)
    await truncate(join(dataDir, 'zhijian.sqlite-shm'), 0)
    await writeOnce(server.origin, ledger)
    await setTimeout(NOTICED_MS)
    return !server.isAlive()
  })
  const status = await withServer(dataDir, ({ origin }) => writeOnce(origin, ledger))
  const lostWrites = await countLostIn(dataDir, ledger)
  return {
    label: 'WAL index truncated under a running server',
    figure: `process ${hasEnded ? 'ended' : 'survived'}; write ${status} after a restart; ${lostWrites} of ${ledger.acknowledged.size} acknowledged writes lost`,
    isMet: status === 200 && lostWrites === 0,
  }
}

async function withServer<Result>(dataDir: string, task: (server: Program) => Promise<Result>): Promise<Result> {
  const server = await startServer(dataDir, QUIET)
  try {
    return await task(server)
  } finally {
    if (server.isAlive()) await server.stop()
  }
}

export const movedFiles: Fault = async () => {
  const outcomes: Outcome[] = []
  for (const inflict of [removeFolder, replaceDatabase, truncateIndex]) outcomes.push(await withFolder(inflict))
  return outcomes
}
