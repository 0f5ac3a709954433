/** Fills a disk, a small tmpfs that only root can mount. */
import { execFile } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { startServer } from '#testing/bench/production-server.ts'
import { type Fault, formatSeconds, QUIET_SETTINGS, withFolder } from './fault.ts'
import { countLostWrites, createLedger, describeRejections, writeOnce } from './ledger.ts'

const run = promisify(execFile)
const DISK_SIZE = '24m'
const { status: STORAGE_FULL_STATUS } = ERROR_DEFINITIONS.storageFull
const REJECTIONS = 20

/** Fills the remaining space of a file system. */
async function fill(path: string): Promise<void> {
  for (const bytes of [1_000_000, 10_000, 500]) {
    let hasFreeSpace = true
    while (hasFreeSpace) {
      const append = appendFile(path, Buffer.alloc(bytes))
      hasFreeSpace = await append.then(
        () => true,
        () => false,
      )
    }
  }
}

async function fillAndFreeDisk(dataDir: string) {
  const server = await startServer(dataDir, QUIET_SETTINGS)
  const ledger = createLedger()
  const getStatus = async (path: string) => (await fetch(server.origin + path)).status
  for (let index = 0; index < REJECTIONS; index += 1) await writeOnce(server.origin, ledger)
  const fillingFile = join(dataDir, 'filling')
  await fill(fillingFile)
  while ((ledger.rejected.get(STORAGE_FULL_STATUS) ?? 0) < REJECTIONS) await writeOnce(server.origin, ledger)
  const statuses = [await getStatus('/readyz'), await getStatus('/healthz'), await getStatus('/api/products-list')]
  await rm(fillingFile)
  const freedAt = performance.now()
  while ((await writeOnce(server.origin, ledger)) !== 200 || (await getStatus('/readyz')) !== 200);
  const recoveryMs = performance.now() - freedAt
  await server.stop()
  const database = await openConfiguredDatabase({ dataDir, databaseUrl: undefined })
  const lostWrites = await countLostWrites(database, ledger)
  await database.close()
  return { ledger, statuses, lostWrites, recoveryMs }
}

export const runFullDisk: Fault = () =>
  withFolder(async (folder) => {
    if (process.getuid?.() !== 0) return []
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'none', folder])
    try {
      const { ledger, statuses, lostWrites, recoveryMs } = await fillAndFreeDisk(folder)
      const [ready, health, read] = statuses
      const otherRejections = [...ledger.rejected.keys()].filter((status) => status !== STORAGE_FULL_STATUS)
      return [
        {
          label: 'disk full, then free again, SQLite',
          figure: `${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${describeRejections(ledger)}; /readyz ${ready}, /healthz ${health}, reads ${read}; saving resumed ${formatSeconds(recoveryMs)} after space was freed`,
          isMet: lostWrites === 0 && otherRejections.length === 0 && ready === 503 && health === 200 && read === 200,
        },
      ]
    } finally {
      await run('umount', [folder])
    }
  })
