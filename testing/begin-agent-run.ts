/** Begins runs of a running server, as their owner does by the API. */
import { z } from 'zod'
import type { RunAsker } from '#contracts/evaluation-runs/statuses.ts'
import type { ServerProcess } from '#testing/bench/production-server.ts'
import { signIn } from '#testing/faults/admin-calls.ts'

const ReplySchema = z.object({ data: z.looseObject({ id: z.string() }) })

/** Settings of a server whose members ask agents on this machine. */
export const AGENT_SETTINGS = { DEMO: 'on', AGENT_HOSTS: '127.0.0.1:*' }

/** Returns a function that makes calls of the administrator. Its calls throw for any error. */
export async function createSender(server: ServerProcess) {
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

export type Sender = Awaited<ReturnType<typeof createSender>>

type Plan = {
  agents: readonly { url: string; maxConcurrency: number }[]
  tasks: number
  repeats: number
  /** Those of each task; by default, the reply must contain 答. */
  checks?: readonly object[]
  /** Who asks; the platform by default. */
  asker?: RunAsker
}

/** Creates a project whose candidates are the agents, each with its own limit, and begins a run. Returns the run's path. */
export async function beginAgentRun(
  send: Sender,
  { agents, tasks, repeats, checks = [{ kind: 'contains', value: '答' }], asker = 'platform' }: Plan,
): Promise<string> {
  const { data: settings } = z
    .object({ data: z.object({ content: z.looseObject({}) }) })
    .parse(await send('GET', '/api/settings'))
  await send('PUT', '/api/settings/content', {
    ...settings.content,
    maxAgentCallsPerMinute: 10_000,
    maxAgentCallsPerDay: 1_000_000,
  })
  const { data: project } = ReplySchema.parse(await send('POST', '/api/evaluation/projects', { name: '实测' }))
  const path = `/api/evaluation/projects/${project.id}`
  const setup = z.looseObject({}).parse(project.setup)
  const candidates = agents.map((_agent, index) => ({ key: `agent-${index}`, name: `智能体${index + 1}` }))
  await send('PUT', path, { name: '实测', description: '', setup: { ...setup, candidates } })
  await send('PUT', `${path}/tasks`, {
    tasks: Array.from({ length: tasks }, (_task, index) => ({
      key: `q${index}`,
      title: `第${index}问`,
      checks,
    })),
  })
  for (const [index, agent] of agents.entries())
    await send('PUT', `${path}/connections/agent-${index}`, { kind: 'openai', perMinute: 6_000, ...agent })
  const limits = { calls: tasks * repeats * agents.length * 2, minutes: 60 }
  const { data: run } = ReplySchema.parse(await send('POST', `${path}/runs`, { repeats, limits, asker }))
  return `${path}/runs/${run.id}`
}
