/** PostgreSQL's connections reset, silent and away, by a proxy between it and a server under load. */
import { setTimeout } from 'node:timers/promises'
import { openConfigured } from '#server/open-configured.ts'
import { type Program, startServer } from '#testing/bench/production-server.ts'
import { createTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts'
import { type Fault, type Outcome, postgresSettings, seconds, withFolder, withPostgres } from './fault.ts'
import { countLost, createLedger, type Ledger, listRefused, timeRecovery, write } from './ledger.ts'

const LOAD_MS = 1_500
const SILENCE_MS = 20_000
/** What a node may take after the network's return. */
const LONGEST_RECOVERY_MS = 10_000
const ALLOWED = new Set([503])

/** What is asked for while it is away, and what has to come. */
const AWAY = [
  ['/products/dify', 'text/html', 503],
  ['/admin/products', 'text/html', 503],
  ['/api/products-list?search=a', 'application/json', 503],
  ['/readyz', 'application/json', 503],
  ['/healthz', 'application/json', 200],
] as const

type Scene = { server: Program; proxy: TcpProxy; ledger: Ledger }

/** Plays a fault while eight clients write. `inflict` returns when the network is good again. */
async function play(
  label: string,
  inflict: (proxy: TcpProxy, server: Program) => Promise<string>,
): Promise<Outcome | undefined> {
  return withPostgres((url) =>
    withFolder(async (dataDir) => {
      const proxy = await createTcpProxy(url)
      const server = await startServer(dataDir, postgresSettings(proxy.url))
      const scene: Scene = { server, proxy, ledger: createLedger() }
      let isOver = false
      const writing = write(server.origin, scene.ledger, () => isOver)
      await setTimeout(LOAD_MS)
      const remark = await inflict(proxy, server)
      const took = server.isAlive() ? await timeRecovery(server, scene.ledger) : Number.POSITIVE_INFINITY
      isOver = true
      await writing
      const isAlive = server.isAlive()
      await server.stop()
      await proxy.close()
      const database = await openConfigured({ dataDir, databaseUrl: url })
      const lostWrites = await countLost(database, scene.ledger)
      await database.close()
      const isHonest = [...scene.ledger.refused.keys()].every((status) => ALLOWED.has(status))
      return {
        label,
        figure: `process ${isAlive ? 'survived' : 'ended'}; ${scene.ledger.acknowledged.size} acknowledged writes, ${lostWrites} lost; ${listRefused(scene.ledger)}; serving again after ${seconds(took)}${remark}`,
        isMet: isAlive && lostWrites === 0 && isHonest && took < LONGEST_RECOVERY_MS,
      }
    }),
  )
}

export const brokenConnections: Fault = async () => {
  const outcomes = [
    await play('PostgreSQL: every connection reset, ten times', async (proxy) => {
      for (let index = 0; index < 10; index += 1) {
        proxy.resetAll()
        await setTimeout(200)
      }
      return ''
    }),
    await play('PostgreSQL unavailable', async (proxy, { origin }) => {
      proxy.goOffline()
      const statuses: string[] = []
      for (const [path, type, status] of AWAY) {
        const reply = await fetch(origin + path, { headers: { accept: 'text/html' } })
        const isSame = reply.status === status && reply.headers.get('content-type')?.startsWith(type)
        statuses.push(`${path} ${reply.status}`)
        if (!isSame) throw new Error(`${path} answers ${reply.status}, ${reply.headers.get('content-type')}`)
      }
      proxy.resume()
      return `; meanwhile ${statuses.join(', ')}`
    }),
    await play(
      `PostgreSQL: packets dropped for ${seconds(SILENCE_MS)}, on old connections permanently`,
      async (proxy) => {
        proxy.stall()
        await setTimeout(SILENCE_MS)
        proxy.resume()
        return ''
      },
    ),
  ]
  return outcomes.flatMap((outcome) => outcome ?? [])
}
