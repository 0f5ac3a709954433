/** Kills the server by SIGKILL while it asks an agent, on both databases; on PostgreSQL two nodes share the run. */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { RUNS } from '#contracts/limits.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { ADMIN, signIn } from './admin-calls.ts'
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

const ReplySchema = z.object({ data: z.looseObject({ id: z.string() }) })
const RunReplySchema = z.object({
  data: z.object({ status: z.string(), outcomes: z.record(z.string(), z.number()) }),
})
const TrialsReplySchema = z.object({ data: z.array(z.object({ id: z.string(), isRepeated: z.boolean() })) })

/** Returns a function that sends to a server as the administrator and returns the parsed reply. */
async function createSender(server: ServerProcess) {
  const authorized = await signIn(server)
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(server.origin + path, {
      method,
      headers: { ...authorized, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
}

/** Creates a project whose only candidate is the agent, and begins a run. Returns the path of the run. */
async function beginRun(server: ServerProcess, agentUrl: string): Promise<string> {
  const send = await createSender(server)
  const { data: settings } = z
    .object({ data: z.object({ content: z.looseObject({}) }) })
    .parse(await send('GET', '/api/settings'))
  await send('PUT', '/api/settings/content', { ...settings.content, maxAgentCallsPerMinute: 10_000 })
  const { data: project } = ReplySchema.parse(await send('POST', '/api/evaluation/projects', { name: '断电' }))
  const path = `/api/evaluation/projects/${project.id}`
  const setup = z.looseObject({}).parse(project.setup)
  const candidates = [{ key: 'a', name: '甲' }]
  await send('PUT', path, { name: '断电', description: '', setup: { ...setup, candidates } })
  const tasks = Array.from({ length: TASKS }, (_item, index) => ({
    key: `q${index}`,
    title: `第${index}问`,
    checks: [{ kind: 'contains', value: '答' }],
  }))
  await send('PUT', `${path}/tasks`, { tasks })
  await send('PUT', `${path}/connections/a`, { kind: 'openai', url: agentUrl, maxConcurrency: 10, perMinute: 6_000 })
  const limits = { calls: PLANNED * 2, minutes: 60 }
  const { data: run } = ReplySchema.parse(await send('POST', `${path}/runs`, { repeats: REPEATS, limits }))
  return `${path}/runs/${run.id}`
}

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
    const path = await beginRun(first, agent.url)
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

const SETTINGS = { ...ADMIN, DEMO: 'on', AGENT_HOSTS: '127.0.0.1:*' }

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
