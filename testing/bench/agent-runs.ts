/** How long the platform itself takes while agents are asked, and whether it slows pages meanwhile. */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { json, startAgent } from '#testing/agent-server.ts'
import { beginAgentRun, createSender } from '#testing/begin-agent-run.ts'
import type { ServerProcess } from './production-server.ts'
import { askByPromptfoo } from './promptfoo.ts'
import { timePages } from './time-pages.ts'

const ANSWER_MS = 100
const TASKS = 500
/** Of several agents, as a minute has at most 6,000 calls of each. */
const AGENTS = 4
const CONCURRENCY = 5
export const TRIALS = TASKS * AGENTS

const RunSchema = z.object({
  data: z.object({
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    outcomes: z.object({ passed: z.int() }),
  }),
})

type RunTimes = {
  /** The time that the run took / what the agents alone would have. */
  overhead: number
  /** Milliseconds of processor time a trial. */
  cost: number
  /** The 95th percentile of a cached page during the run / before it. */
  pageSlowdown: number
}

const IDEAL_MS = (TRIALS * ANSWER_MS) / (AGENTS * CONCURRENCY)

/** Starts the agents that are asked. Returns them, and between which times they were. */
async function startAgents() {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, () =>
      startAgent(async (reply, request, index) => {
        first = Math.min(first, performance.now())
        await setTimeout(ANSWER_MS)
        json({ choices: [{ message: { content: '答' }, finish_reason: 'stop' }] })(reply, request, index)
        last = performance.now()
      }),
    ),
  )
  return { agents, measure: () => last - first }
}

/** Has promptfoo ask the same questions. Returns the time from the first to the last / what the agents alone would take. */
export async function measurePromptfoo(folder: string): Promise<number> {
  const { agents, measure } = await startAgents()
  try {
    const urls = agents.map(({ url }) => url)
    await askByPromptfoo(folder, { urls, tasks: TASKS, concurrency: AGENTS * CONCURRENCY })
    return measure() / IDEAL_MS
  } finally {
    for (const agent of agents) agent.stop()
  }
}

/** Runs 2,000 trials of agents that need 100 ms for an answer, 20 at once. Throws unless all of them pass. */
export async function measureAgentRun(server: ServerProcess): Promise<RunTimes> {
  const { agents } = await startAgents()
  try {
    await timePages(server)
    const before = await timePages(server)
    const cpuBefore = await server.getCpuTime()
    const path = await beginAgentRun(server, {
      agents: agents.map(({ url }) => ({ url, maxConcurrency: CONCURRENCY })),
      tasks: TASKS,
      repeats: 1,
    })
    const during = await timePages(server)
    const { startedAt, finishedAt } = await waitForEnd(server, path)
    const cost = (await server.getCpuTime()) - cpuBefore
    return {
      overhead: (Date.parse(finishedAt) - Date.parse(startedAt)) / IDEAL_MS,
      cost: cost / TRIALS,
      pageSlowdown: during / before,
    }
  } finally {
    for (const agent of agents) agent.stop()
  }
}

async function waitForEnd(server: ServerProcess, path: string) {
  const send = await createSender(server)
  for (;;) {
    const { startedAt, finishedAt, outcomes } = RunSchema.parse(await send('GET', path)).data
    if (finishedAt !== null && outcomes.passed < TRIALS) throw new Error(`${outcomes.passed} of ${TRIALS} passed`)
    if (finishedAt !== null) return { startedAt, finishedAt }
    await setTimeout(1_000)
  }
}
