/** Connections to PostgreSQL are reset, blocked or dropped by a proxy while the server is under load. */
import { setTimeout } from 'node:timers/promises'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { createTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts'
import { type Fault, formatSeconds, type Outcome, postgresSettings, withFolder, withPostgres } from './fault.ts'
import { countLostWrites, createLedger, describeRejections, measureRecovery, writeUntil } from './ledger.ts'

const LOAD_MS = 1_500
const PACKET_LOSS_MS = 20_000
/** The allowed recovery time of a node after the network recovers. */
const MAX_RECOVERY_MS = 10_000
/** How writes may be rejected during the fault. */
const EXPECTED_REJECTIONS = new Set([503])

/** Requests during the outage, and their expected replies. */
const OUTAGE_REPLIES = [
  ['/products/dify', 'text/html', 503],
  ['/admin/products', 'text/html', 503],
  ['/api/products-list?search=a', 'application/json', 503],
  ['/readyz', 'application/json', 503],
  ['/healthz', 'application/json', 200],
] as const

/** Injects a fault while eight clients write. `inject` returns a remark once the network has recovered. */
async function run(
  label: string,
  inject: (proxy: TcpProxy, server: ServerProcess) => Promise<string>,
): Promise<Outcome | undefined> {
  return withPostgres((url) =>
    withFolder(async (dataDir) => {
      const proxy = await createTcpProxy(url)
      const server = await startServer(dataDir, postgresSettings(proxy.url))
      const ledger = createLedger()
      let isOver = false
      const writing = writeUntil(server.origin, ledger, () => isOver)
      await setTimeout(LOAD_MS)
      const remark = await inject(proxy, server)
      const recoveryMs = server.isAlive() ? await measureRecovery(server, ledger) : Number.POSITIVE_INFINITY
      isOver = true
      await writing
      const isAlive = server.isAlive()
      await server.stop()
      await proxy.close()
      const database = await openConfiguredDatabase({ dataDir, databaseUrl: url })
      const lostWrites = await countLostWrites(database, ledger)
      await database.close()
      const hasOnlyExpectedRejections = [...ledger.rejected.keys()].every((status) => EXPECTED_REJECTIONS.has(status))
      return {
        label,
        figure: `process ${isAlive ? 'survived' : 'ended'}; ${ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${describeRejections(ledger)}; serving again after ${formatSeconds(recoveryMs)}${remark}`,
        isMet: isAlive && lostWrites === 0 && hasOnlyExpectedRejections && recoveryMs < MAX_RECOVERY_MS,
      }
    }),
  )
}

export const runBrokenConnections: Fault = async () => {
  const outcomes = [
    await run('PostgreSQL: every connection reset, ten times', async (proxy) => {
      for (let index = 0; index < 10; index += 1) {
        proxy.resetAll()
        await setTimeout(200)
      }
      return ''
    }),
    await run('PostgreSQL unavailable', async (proxy, { origin }) => {
      proxy.goOffline()
      const statuses: string[] = []
      for (const [path, type, status] of OUTAGE_REPLIES) {
        const reply = await fetch(origin + path, { headers: { accept: 'text/html' } })
        const isExpected = reply.status === status && reply.headers.get('content-type')?.startsWith(type)
        statuses.push(`${path} ${reply.status}`)
        if (!isExpected) throw new Error(`${path} returns ${reply.status}, ${reply.headers.get('content-type')}`)
      }
      proxy.resume()
      return `; meanwhile ${statuses.join(', ')}`
    }),
    await run(
      `PostgreSQL: packets dropped for ${formatSeconds(PACKET_LOSS_MS)}, on old connections permanently`,
      async (proxy) => {
        proxy.stall()
        await setTimeout(PACKET_LOSS_MS)
        proxy.resume()
        return ''
      },
    ),
  ]
  return outcomes.flatMap((outcome) => outcome ?? [])
}
