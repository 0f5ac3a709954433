/** Kills the server by SIGKILL while it asks an agent, on both databases; on PostgreSQL two nodes share the run. */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { RUNS } from '#contracts/limits.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { AGENT_SETTINGS, beginAgentRun, createSender } from '#testing/begin-agent-run.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { ADMIN } from './admin-calls.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'

const TASKS = 250
const REPEATS = 4
const PLANNED = TASKS * REPEATS
const ANSWER_MS = 20
/** The server is killed when the agent has been asked so often. */
const KILLED_AT = [PLANNED / 4, PLANNED / 2]
/** Claims of a killed server end after their lease. */
const MAX_RUN_MS = 6 * RUNS.leaseMs

const RunReplySchema = z.object({
  data: z.object({ status: z.string(), outcomes: z.record(z.string(), z.number()) }),
})
const TrialsReplySchema = z.object({ data: z.array(z.object({ id: z.string(), isRepeated: z.boolean() })) })

type Nodes = { label: string; count: number; start: () => Promise<ServerProcess> }

async function killWhileAsking({ label, count, start }: Nodes): Promise<Outcome> {
  const agent = await startAgent(async (reply, request, index) => {
    await setTimeout(ANSWER_MS)
    json({ choices: [{ message: { content: '答' }, finish_reason: 'stop' }] })(reply, request, index)
  })
  const nodes = [await start()]
  try {
    const [first] = nodes
    if (!first) throw new Error('no server')
    const path = await beginAgentRun(first, {
      agents: [{ url: agent.url, maxConcurrency: 10 }],
      tasks: TASKS,
      repeats: REPEATS,
    })
    while (nodes.length < count) nodes.push(await start())
    for (const asked of KILLED_AT) {
      while (agent.requests.length < asked) await setTimeout(20)
      const killed = nodes.shift()
      await killed?.kill('SIGKILL')
      nodes.push(await start())
    }
    const started = performance.now()
    const [node] = nodes
    if (!node) throw new Error('no server')
    const send = await createSender(node)
    const read = async () => RunReplySchema.parse(await send('GET', path)).data
    while ((await read()).status === 'running' && performance.now() - started < MAX_RUN_MS) await setTimeout(1_000)
    const { status, outcomes } = await read()
    const trials: z.infer<typeof TrialsReplySchema>['data'] = []
    for (let page = 1; page <= PLANNED / RUNS.perPage; page += 1)
      trials.push(...TrialsReplySchema.parse(await send('GET', `${path}/trials?page=${page}`)).data)
    const decided = new Set(trials.map(({ id }) => id)).size
    const repeated = trials.filter(({ isRepeated }) => isRepeated).length
    const extra = agent.requests.length - PLANNED
    return {
      label: `kill -9 while an agent is asked ${PLANNED} questions, ${KILLED_AT.length} times, ${label}`,
      figure: `${outcomes.passed} of ${PLANNED} decided, each once; ${extra} asked again, ${repeated} marked so; finished ${formatSeconds(performance.now() - started)} after the last kill`,
      isMet: status === 'finished' && outcomes.passed === PLANNED && decided === PLANNED && extra <= repeated,
    }
  } finally {
    for (const node of nodes) await node.stop()
    agent.stop()
  }
}

const SETTINGS = { ...ADMIN, ...AGENT_SETTINGS }

export const runKilledRuns: Fault = async () => {
  const sqlite = await withFolder((folder) =>
    killWhileAsking({
      label: 'SQLite',
      count: 1,
      start: () => startServer(folder, { ...QUIET_SETTINGS, ...SETTINGS }),
    }),
  )
  const postgres = await withPostgres((url) =>
    withFolder((folder) =>
      killWhileAsking({
        label: 'one of two nodes on PostgreSQL',
        count: 2,
        start: () => startServer(folder, { ...postgresSettings(url), ...SETTINGS }),
      }),
    ),
  )
  return postgres ? [sqlite, postgres] : [sqlite]
}
