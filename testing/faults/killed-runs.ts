/**
 * Kills by SIGKILL who asks an agent: the server, on both databases, where on PostgreSQL two nodes share the run, and a
 * runner in a network of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
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
const PLAN = { tasks: TASKS, repeats: REPEATS }
const ANSWER_MS = 20
/** Who asks is killed when the agent has been asked so often. */
const KILLED_AT = [PLANNED / 4, PLANNED / 2]
/** Claims of a killed server end after their lease. */
const MAX_RUN_MS = 6 * RUNS.leaseMs

const TokenReplySchema = z.object({ data: z.object({ token: z.string() }) })
const RunReplySchema = z.object({
  data: z.object({ status: z.string(), outcomes: z.record(z.string(), z.number()) }),
})
const TrialsReplySchema = z.object({ data: z.array(z.object({ id: z.string(), isRepeated: z.boolean() })) })

type Sender = Awaited<ReturnType<typeof createSender>>

/** Starts an agent that takes a moment to answer. */
const startSlowAgent = () =>
  startAgent(async (reply, request, index) => {
    await setTimeout(ANSWER_MS)
    json({ choices: [{ message: { content: '答' }, finish_reason: 'stop' }] })(reply, request, index)
  })
type Agent = Awaited<ReturnType<typeof startSlowAgent>>

/** Waits for the end of a run, and compares its trials with what the agent was asked. */
async function measure(
  send: Sender,
  path: string,
  { agent, label }: { agent: Agent; label: string },
): Promise<Outcome> {
  const started = performance.now()
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
}

type Nodes = { label: string; count: number; start: () => Promise<ServerProcess> }

async function killWhileAsking({ label, count, start }: Nodes): Promise<Outcome> {
  const agent = await startSlowAgent()
  const nodes = [await start()]
  try {
    const [first] = nodes
    if (!first) throw new Error('no server')
    const path = await beginAgentRun(first, { ...PLAN, agents: [{ url: agent.url, maxConcurrency: 10 }] })
    while (nodes.length < count) nodes.push(await start())
    for (const asked of KILLED_AT) {
      while (agent.requests.length < asked) await setTimeout(20)
      const killed = nodes.shift()
      await killed?.kill('SIGKILL')
      nodes.push(await start())
    }
    const [node] = nodes
    if (!node) throw new Error('no server')
    return await measure(await createSender(node), path, { agent, label })
  } finally {
    for (const node of nodes) await node.stop()
    agent.stop()
  }
}

/** Kills the runner that asks, and starts it again with its journal. */
async function killRunner(folder: string): Promise<Outcome> {
  const agent = await startSlowAgent()
  const server = await startServer(folder, { ...QUIET_SETTINGS, ...SETTINGS })
  let runner: ChildProcess | undefined
  try {
    const send = await createSender(server)
    const agents = [{ url: agent.url, maxConcurrency: 10 }]
    const path = await beginAgentRun(server, { ...PLAN, agents, asker: 'runner' })
    const { data } = TokenReplySchema.parse(await send('POST', `${path}/runner-tokens`, {}))
    const start = () =>
      spawn(
        process.execPath,
        [
          join(import.meta.dirname, '../../server/runner.ts'),
          ...['--server', server.origin, '--allow-hosts', '127.0.0.1:*'],
          ...['--journal', join(folder, 'journal'), '--quiet'],
        ],
        { env: { PATH: process.env.PATH ?? '', RUNNER_TOKEN: data.token }, stdio: ['ignore', 'ignore', 'inherit'] },
      )
    runner = start()
    for (const asked of KILLED_AT) {
      while (agent.requests.length < asked) await setTimeout(20)
      runner.kill('SIGKILL')
      await once(runner, 'exit')
      runner = start()
    }
    return await measure(send, path, { agent, label: 'a runner' })
  } finally {
    runner?.kill('SIGKILL')
    await server.stop()
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
  const runner = await withFolder(killRunner)
  return [sqlite, ...(postgres ? [postgres] : []), runner]
}
