/** What happens around a node while it asks an agent: its database is away, and its clock is set back. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { HOUR_MS } from '#contracts/durations.ts'
import { beginAgentRun, createSender } from '#testing/begin-agent-run.ts'
import { startServer } from '#testing/bench/production-server.ts'
import { createTcpProxy } from '#testing/tcp-proxy.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'
import { measureRun, PLAN, PLANNED, RUN_SETTINGS, startSlowAgent, waitUntilAsked } from './measured-run.ts'

const DISTURBED_AT = PLANNED / 4
const AWAY_MS = 20_000

type Node = {
  dataDir: string
  settings: Record<string, string>
  label: string
  since: string
  /** Injects the fault. Returns once it is over. */
  disturb: () => Promise<void>
}

async function disturb({ dataDir, settings, label, since, disturb: inject }: Node): Promise<Outcome> {
  const agent = await startSlowAgent()
  const server = await startServer(dataDir, { ...settings, ...RUN_SETTINGS })
  try {
    const send = await createSender(server)
    const path = await beginAgentRun(send, { ...PLAN, agents: [{ url: agent.url, maxConcurrency: 10 }] })
    await waitUntilAsked(agent, DISTURBED_AT)
    await inject()
    return await measureRun(send, path, { agent, label, since })
  } finally {
    await server.stop()
    agent.stop()
  }
}

/** Resets all connections to the database, and accepts none for a while. */
const takeDatabaseAway = (url: string) =>
  withFolder(async (dataDir) => {
    const proxy = await createTcpProxy(url)
    try {
      return await disturb({
        dataDir,
        settings: postgresSettings(proxy.url),
        label: `PostgreSQL unavailable for ${formatSeconds(AWAY_MS)} while an agent is asked ${PLANNED} questions`,
        since: 'it was back',
        async disturb() {
          proxy.goOffline()
          await setTimeout(AWAY_MS)
          proxy.resume()
        },
      })
    } finally {
      await proxy.close()
    }
  })

const setClockBack = (folder: string) => {
  const file = join(folder, 'clock')
  // Replaced atomically, since the server reads it at any time.
  const shiftClock = async (offset: number) => {
    await writeFile(`${file}.next`, String(offset))
    await rename(`${file}.next`, file)
  }
  const module = pathToFileURL(join(import.meta.dirname, 'offset-clock.ts'))
  module.searchParams.set('offset', file)
  return shiftClock(0).then(() =>
    disturb({
      dataDir: join(folder, 'data'),
      settings: { ...QUIET_SETTINGS, NODE_OPTIONS: `--import=${module.href}` },
      label: `clock set an hour back while an agent is asked ${PLANNED} questions, SQLite`,
      since: 'that',
      disturb: () => shiftClock(-HOUR_MS),
    }),
  )
}

export const runDisturbedRuns: Fault = async () => {
  const away = await withPostgres(takeDatabaseAway)
  const clock = await withFolder(setClockBack)
  return away ? [away, clock] : [clock]
}
