/** Storage that can be read and no longer written: at the start and while a server runs, a disk, a folder, a database. */
import { execFile } from 'node:child_process'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { openConfigured } from '#server/open-configured.ts'
import { type Program, startServer } from '#testing/bench/production-server.ts'
import { ADMIN, signIn, uploadPicture } from './administrator.ts'
import { refuseStart } from './failed-start.ts'
import { type Fault, type Outcome, postgresSettings, QUIET, seconds, withFolder, withPostgres } from './fault.ts'
import { countLost, createLedger, type Ledger, listRefused, timeRecovery, writeOnce } from './ledger.ts'

const run = promisify(execFile)
const DISK_BYTES = 64 * 1_024 * 1_024
const WRITES = 20
const { status: REFUSED, message: SENTENCE } = ERROR_DEFINITIONS.storageReadOnly
const LONGEST_RECOVERY_MS = 10_000

/** Returns false where a program is missing, or refuses: what it would inflict is not tried. */
const succeeds = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

async function readMessage(reply: Response): Promise<string | undefined> {
  return z.object({ message: z.string().optional() }).parse(await reply.json()).message
}

/** Runs a task on a server, and ends that if the task didn't. */
async function withServer<Result>(
  dataDir: string,
  settings: Record<string, string>,
  task: (server: Program) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(dataDir, settings)
  try {
    return await task(server)
  } finally {
    if (server.isAlive()) await server.stop()
  }
}

async function writeSome(server: Program, ledger: Ledger): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
}

/** Writes and reads while nothing can be saved. Returns the figure, and whether the server says so and goes on reading. */
async function visitUnwritable(server: Program, ledger: Ledger) {
  await writeSome(server, ledger)
  const ready = await fetch(`${server.origin}/readyz`)
  const message = await readMessage(ready)
  const [health, read] = [await fetch(`${server.origin}/healthz`), await fetch(`${server.origin}/api/products-list`)]
  const isHonest = [...ledger.refused.keys()].every((status) => status === REFUSED)
  return {
    figure: `${listRefused(ledger)}; /readyz ${ready.status}, /healthz ${health.status}, a read ${read.status}`,
    isMet: isHonest && ready.status === 503 && message === SENTENCE && health.ok && read.ok,
  }
}

/** A folder with a server's data, mounted once more so that it can only be read. */
async function startReadOnly(dataDir: string): Promise<Outcome[]> {
  await (await startServer(dataDir, QUIET)).stop()
  if (!(await succeeds('mount', '--bind', dataDir, dataDir))) return []
  try {
    await run('mount', ['-o', 'remount,bind,ro', dataDir])
    return [await refuseStart('start on a read-only data folder', dataDir, dataDir)]
  } finally {
    await run('umount', [dataDir])
  }
}

/** A disk of its own that the kernel takes the writing from after an error, as it does with real ones. */
async function failDisk(folder: string): Promise<Outcome[]> {
  const [image, dataDir] = [join(folder, 'disk'), join(folder, 'data')]
  await mkdir(dataDir)
  await writeFile(image, '')
  await truncate(image, DISK_BYTES)
  const mountDisk = () => succeeds('mount', '-o', 'loop,errors=remount-ro', image, dataDir)
  if (!((await succeeds('mkfs.ext4', '-q', '-F', image)) && (await mountDisk()))) return []
  try {
    const ledger = createLedger()
    const visit = await withServer(dataDir, QUIET, async (server) => {
      await writeSome(server, ledger)
      const device = basename((await run('findmnt', ['-no', 'SOURCE', dataDir])).stdout.trim())
      await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
      return { ...(await visitUnwritable(server, ledger)), isAlive: server.isAlive() }
    })
    await run('umount', [dataDir])
    await succeeds('fsck.ext4', '-fy', image)
    await mountDisk()
    const status = await withServer(dataDir, QUIET, ({ origin }) => writeOnce(origin, ledger))
    const database = await openConfigured({ dataDir, databaseUrl: undefined })
    const lostWrites = await countLost(database, ledger)
    await database.close()
    return [
      {
        label: 'disk remounted read-only by the kernel, SQLite',
        figure: `process ${visit.isAlive ? 'survived' : 'ended'}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${visit.figure}; write ${status} after fsck and a restart`,
        isMet: visit.isAlive && visit.isMet && lostWrites === 0 && status === 200,
      },
    ]
  } finally {
    await run('umount', [dataDir])
  }
}

/** The folder of uploads alone, which nobody may change for a while. */
function protectUploads(dataDir: string): Promise<Outcome[]> {
  const uploads = join(dataDir, 'uploads')
  return withServer(dataDir, { ...QUIET, ...ADMIN }, async (server) => {
    const authorized = await signIn(server)
    const before = await uploadPicture(server, authorized)
    if (!(await succeeds('chattr', '-R', '+i', uploads))) return []
    const refused = await uploadPicture(server, authorized)
    const sentence = await readMessage(refused)
    const write = await writeOnce(server.origin, createLedger())
    const ready = await fetch(`${server.origin}/readyz`)
    await run('chattr', ['-R', '-i', uploads])
    const after = await uploadPicture(server, authorized)
    return [
      {
        label: 'uploads folder made read-only under a running server',
        figure: `upload ${before.status} before, ${refused.status} ${sentence === SENTENCE ? 'with the expected message' : `“${sentence}”`} meanwhile, ${after.status} after; other writes ${write}, /readyz ${ready.status}`,
        isMet:
          before.ok && refused.status === REFUSED && sentence === SENTENCE && write === 200 && ready.ok && after.ok,
      },
    ]
  })
}

/** What a failover to a standby comes to: every connection ends, and new ones can only read. */
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

const failOver = (dataDir: string) => async (url: string) => {
  const ledger = createLedger()
  const { visit, took, isAlive } = await withServer(dataDir, postgresSettings(url), async (server) => {
    await writeSome(server, ledger)
    await setPostgresReadOnly(url, true)
    const refusal = await visitUnwritable(server, ledger)
    await setPostgresReadOnly(url, false)
    return { visit: refusal, took: await timeRecovery(server, ledger), isAlive: server.isAlive() }
  })
  const database = await openConfigured({ dataDir, databaseUrl: url })
  const lostWrites = await countLost(database, ledger)
  await database.close()
  return {
    label: 'PostgreSQL switched to read-only, like a standby',
    figure: `process ${isAlive ? 'survived' : 'ended'}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${visit.figure}; saving resumed after ${seconds(took)}`,
    isMet: isAlive && visit.isMet && lostWrites === 0 && took < LONGEST_RECOVERY_MS,
  }
}

export const readOnly: Fault = async () => {
  const ofRoot = process.getuid?.() === 0 ? [startReadOnly, failDisk, protectUploads] : []
  const outcomes: Outcome[] = []
  for (const inflict of ofRoot) outcomes.push(...(await withFolder(inflict)))
  const standby = await withPostgres((url) => withFolder((folder) => failOver(folder)(url)))
  return standby ? [...outcomes, standby] : outcomes
}
