/**
 * Kills by SIGKILL who asks an agent: the server, on both databases, where on PostgreSQL two nodes share the run, a
 * runner in a network of its own, and the server while a judge model judges.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { RUNS } from '#contracts/limits.ts'
import { beginAgentRun, createSender, type Sender } from '#testing/begin-agent-run.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'
import {
  measureRun,
  PLAN,
  PLANNED,
  RUN_SETTINGS,
  type SlowAgent,
  say,
  startSlowAgent,
  waitForEnd,
  waitUntilAsked,
} from './measured-run.ts'

/** Who asks is killed when the agent has been asked so often. */
const KILLED_AT = [PLANNED / 4, PLANNED / 2]
/** Claims of a killed server end after their lease. */
const MAX_JUDGING_MS = 6 * RUNS.leaseMs
const TokenReplySchema = z.object({ data: z.object({ token: z.string() }) })
/** Waits for the end of a run whose asker was killed. */
const measure = (send: Sender, path: string, { agent, label }: { agent: SlowAgent; label: string }): Promise<Outcome> =>
  measureRun(send, path, {
    agent,
    label: `kill -9 while an agent is asked ${PLANNED} questions, ${KILLED_AT.length} times, ${label}`,
    since: 'the last kill',
  })

type Nodes = { label: string; count: number; start: () => Promise<ServerProcess> }

async function killWhileAsking({ label, count, start }: Nodes): Promise<Outcome> {
  const agent = await startSlowAgent()
  const nodes = [await start()]
  try {
    const [first] = nodes
    if (!first) throw new Error('no server')
    const path = await beginAgentRun(await createSender(first), {
      ...PLAN,
      agents: [{ url: agent.url, maxConcurrency: 10 }],
    })
    while (nodes.length < count) nodes.push(await start())
    for (const asked of KILLED_AT) {
      await waitUntilAsked(agent, asked)
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
  const server = await startServer(folder, { ...QUIET_SETTINGS, ...RUN_SETTINGS })
  let runner: ChildProcess | undefined
  try {
    const send = await createSender(server)
    const agents = [{ url: agent.url, maxConcurrency: 10 }]
    const path = await beginAgentRun(send, { ...PLAN, agents, asker: 'runner' })
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
      await waitUntilAsked(agent, asked)
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

const JudgingReplySchema = z.object({
  data: z.object({
    pass: z.object({ status: z.string(), calls: z.int(), outcomes: z.record(z.string(), z.number()) }),
  }),
})

/** Kills a server whose judge model judges the replies of a run. */
async function killWhileJudging(folder: string): Promise<Outcome> {
  const agent = await startSlowAgent()
  const judge = await startSlowAgent(say('{"passed": true, "reason": "符合"}'))
  const start = () => startServer(folder, { ...QUIET_SETTINGS, ...RUN_SETTINGS })
  let server = await start()
  try {
    const checks = [{ kind: 'rubric', text: '语气客气' }]
    const send = await createSender(server)
    const path = await beginAgentRun(send, { ...PLAN, checks, agents: [{ url: agent.url, maxConcurrency: 10 }] })
    await waitForEnd(send, path)
    const connection = { kind: 'openai', url: judge.url, maxConcurrency: 10, perMinute: 6_000 }
    await send('PUT', path.replace(/\/runs\/.*/, '/judge-model'), connection)
    await send('PUT', `${path}/judging`, { limits: { calls: 2 * PLANNED, minutes: 60 } })
    for (const asked of KILLED_AT) {
      await waitUntilAsked(judge, asked)
      await server.kill('SIGKILL')
      server = await start()
    }
    const started = performance.now()
    const sendAgain = await createSender(server)
    const read = async () => JudgingReplySchema.parse(await sendAgain('GET', `${path}/judging`)).data.pass
    while ((await read()).status === 'running' && performance.now() - started < MAX_JUDGING_MS) await setTimeout(1_000)
    const { status, calls, outcomes } = await read()
    const extra = judge.requests.length - PLANNED
    return {
      label: `kill -9 while a judge model judges ${PLANNED} replies, ${KILLED_AT.length} times, SQLite`,
      figure: `${outcomes.passed} of ${PLANNED} judged, each once; ${extra} asked again, ${calls} calls counted of ${judge.requests.length}; finished ${formatSeconds(performance.now() - started)} after the last kill`,
      isMet: status === 'finished' && outcomes.passed === PLANNED && calls >= judge.requests.length,
    }
  } finally {
    await server.stop()
    agent.stop()
    judge.stop()
  }
}

export const runKilledRuns: Fault = async () => {
  const sqlite = await withFolder((folder) =>
    killWhileAsking({
      label: 'SQLite',
      count: 1,
      start: () => startServer(folder, { ...QUIET_SETTINGS, ...RUN_SETTINGS }),
    }),
  )
  const postgres = await withPostgres((url) =>
    withFolder((folder) =>
      killWhileAsking({
        label: 'one of two nodes on PostgreSQL',
        count: 2,
        start: () => startServer(folder, { ...postgresSettings(url), ...RUN_SETTINGS }),
      }),
    ),
  )
  const runner = await withFolder(killRunner)
  return [sqlite, ...(postgres ? [postgres] : []), runner]
}

export const runKilledJudgings: Fault = async () => [await withFolder(killWhileJudging)]
