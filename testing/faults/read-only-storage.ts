/** Storage that becomes read-only, at startup and while a server runs: a disk, a folder, a database. */
import { execFile } from 'node:child_process'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { ADMIN, signIn, uploadPicture } from './admin-calls.ts'
import { expectFailedStart } from './failed-start.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'
import { countLostWrites, createLedger, describeRejections, type Ledger, measureRecovery, writeOnce } from './ledger.ts'

const run = promisify(execFile)
const DISK_BYTES = 64 * 1_024 * 1_024
const WRITES = 20
const { status: READ_ONLY_STATUS, message: MESSAGE } = ERROR_DEFINITIONS.storageReadOnly
const MAX_RECOVERY_MS = 10_000

/** Runs a program. Returns whether it succeeded; if it fails or is missing, its fault is skipped. */
const canRun = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

async function readMessage(reply: Response): Promise<string | undefined> {
  return z.object({ message: z.string().optional() }).parse(await reply.json()).message
}

/** Runs a task on a server, and stops the server if the task didn't. */
async function withServer<Result>(
  dataDir: string,
  settings: Record<string, string>,
  task: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(dataDir, settings)
  try {
    return await task(server)
  } finally {
    if (server.isAlive()) await server.stop()
  }
}

async function writeSome(server: ServerProcess, ledger: Ledger): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
}

/**
 * Writes and reads while nothing can be saved. Returns the figure, and whether writes are rejected and reads succeed.
 */
async function checkReadOnlyStorage(server: ServerProcess, ledger: Ledger) {
  await writeSome(server, ledger)
  const ready = await fetch(`${server.origin}/readyz`)
  const message = await readMessage(ready)
  const [health, read] = [await fetch(`${server.origin}/healthz`), await fetch(`${server.origin}/api/products-list`)]
  const hasOnlyExpectedRejections = [...ledger.rejected.keys()].every((status) => status === READ_ONLY_STATUS)
  return {
    figure: `${describeRejections(ledger)}; /readyz ${ready.status}, /healthz ${health.status}, reads ${read.status}`,
    isMet: hasOnlyExpectedRejections && ready.status === 503 && message === MESSAGE && health.ok && read.ok,
  }
}

/** Starts a server on a data folder that is remounted read-only. */
async function startReadOnly(dataDir: string): Promise<Outcome[]> {
  await (await startServer(dataDir, QUIET_SETTINGS)).stop()
  if (!(await canRun('mount', '--bind', dataDir, dataDir))) return []
  try {
    await run('mount', ['-o', 'remount,bind,ro', dataDir])
    return [await expectFailedStart('start on a read-only data folder', dataDir, dataDir)]
  } finally {
    await run('umount', [dataDir])
  }
}

/** Triggers a disk error, after which the kernel remounts the disk read-only. */
async function simulateDiskFailure(folder: string): Promise<Outcome[]> {
  const [image, dataDir] = [join(folder, 'disk'), join(folder, 'data')]
  await mkdir(dataDir)
  await writeFile(image, '')
  await truncate(image, DISK_BYTES)
  const mountDisk = () => canRun('mount', '-o', 'loop,errors=remount-ro', image, dataDir)
  if (!((await canRun('mkfs.ext4', '-q', '-F', image)) && (await mountDisk()))) return []
  try {
    const ledger = createLedger()
    const result = await withServer(dataDir, QUIET_SETTINGS, async (server) => {
      await writeSome(server, ledger)
      const device = basename((await run('findmnt', ['-no', 'SOURCE', dataDir])).stdout.trim())
      await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
      return { ...(await checkReadOnlyStorage(server, ledger)), isAlive: server.isAlive() }
    })
    await run('umount', [dataDir])
    await canRun('fsck.ext4', '-fy', image)
    await mountDisk()
    const status = await withServer(dataDir, QUIET_SETTINGS, ({ origin }) => writeOnce(origin, ledger))
    const database = await openConfiguredDatabase({ dataDir, databaseUrl: undefined })
    const lostWrites = await countLostWrites(database, ledger)
    await database.close()
    return [
      {
        label: 'disk remounted read-only by the kernel, SQLite',
        figure: `process ${result.isAlive ? 'survived' : 'ended'}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${result.figure}; write ${status} after fsck and a restart`,
        isMet: result.isAlive && result.isMet && lostWrites === 0 && status === 200,
      },
    ]
  } finally {
    await run('umount', [dataDir])
  }
}

/** Makes the uploads folder temporarily immutable. */
function protectUploads(dataDir: string): Promise<Outcome[]> {
  const uploads = join(dataDir, 'uploads')
  return withServer(dataDir, { ...QUIET_SETTINGS, ...ADMIN }, async (server) => {
    const authorized = await signIn(server)
    const before = await uploadPicture(server, authorized)
    if (!(await canRun('chattr', '-R', '+i', uploads))) return []
    const rejected = await uploadPicture(server, authorized)
    const message = await readMessage(rejected)
    const writeStatus = await writeOnce(server.origin, createLedger())
    const ready = await fetch(`${server.origin}/readyz`)
    await run('chattr', ['-R', '-i', uploads])
    const after = await uploadPicture(server, authorized)
    return [
      {
        label: 'uploads folder made read-only under a running server',
        figure: `upload ${before.status} before, ${rejected.status} ${message === MESSAGE ? 'with the expected message' : `“${message}”`} meanwhile, ${after.status} after; other writes ${writeStatus}, /readyz ${ready.status}`,
        isMet:
          before.ok &&
          rejected.status === READ_ONLY_STATUS &&
          message === MESSAGE &&
          writeStatus === 200 &&
          ready.ok &&
          after.ok,
      },
    ]
  })
}

/** Simulates a failover to a standby: terminates all connections, and makes new ones read-only. */
const setPostgresReadOnly = async (url: string, isReadOnly: boolean) => {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
  await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

async function failOver(dataDir: string, url: string): Promise<Outcome> {
  const ledger = createLedger()
  const { result, recoveryMs, isAlive } = await withServer(dataDir, postgresSettings(url), async (server) => {
    await writeSome(server, ledger)
    await setPostgresReadOnly(url, true)
    const result = await checkReadOnlyStorage(server, ledger)
    await setPostgresReadOnly(url, false)
    return { result, recoveryMs: await measureRecovery(server, ledger), isAlive: server.isAlive() }
  })
  const database = await openConfiguredDatabase({ dataDir, databaseUrl: url })
  const lostWrites = await countLostWrites(database, ledger)
  await database.close()
  return {
    label: 'PostgreSQL switched to read-only, like a standby',
    figure: `process ${isAlive ? 'survived' : 'ended'}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${result.figure}; saving resumed after ${formatSeconds(recoveryMs)}`,
    isMet: isAlive && result.isMet && lostWrites === 0 && recoveryMs < MAX_RECOVERY_MS,
  }
}

export const runReadOnlyStorage: Fault = async () => {
  const rootFaults = process.getuid?.() === 0 ? [startReadOnly, simulateDiskFailure, protectUploads] : []
  const outcomes: Outcome[] = []
  for (const fault of rootFaults) outcomes.push(...(await withFolder(fault)))
  const standby = await withPostgres((url) => withFolder((folder) => failOver(folder, url)))
  return standby ? [...outcomes, standby] : outcomes
}
