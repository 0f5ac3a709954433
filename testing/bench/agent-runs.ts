/** How long the platform itself takes while agents are asked, and whether it slows pages meanwhile. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { beginAgentRun, createSender, type Sender } from '#testing/begin-agent-run.ts'
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

/**
 * Starts the agents that are asked, in a thread of their own, since what they do would delay the requests for pages that are
 * timed here. Returns their addresses, and between which times they were asked.
 */
async function startAgents() {
  const thread = new Worker(new URL('./agents-thread.ts', import.meta.url), {
    workerData: { agents: AGENTS, answerMs: ANSWER_MS },
  })
  const receive = async <Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> =>
    schema.parse((await once(thread, 'message'))[0])
  return {
    urls: await receive(z.array(z.url())),
    async measure(): Promise<number> {
      thread.postMessage('measure')
      return receive(z.number())
    },
    stop: () => thread.terminate(),
  }
}

/** Has promptfoo ask the same questions. Returns the time from the first to the last / what the agents alone would take. */
export async function measurePromptfoo(folder: string): Promise<number> {
  const { urls, measure, stop } = await startAgents()
  try {
    await askByPromptfoo(folder, { urls, tasks: TASKS, concurrency: AGENTS * CONCURRENCY })
    return (await measure()) / IDEAL_MS
  } finally {
    await stop()
  }
}

/** Runs 2,000 trials of agents that need 100 ms for an answer, 20 at once. Throws unless all of them pass. */
export async function measureAgentRun(server: ServerProcess): Promise<RunTimes> {
  const { urls, stop } = await startAgents()
  try {
    // Signing in takes as long as 200 trials, and is no part of a run.
    const send = await createSender(server)
    await timePages(server)
    const before = await timePages(server)
    const cpuBefore = await server.getCpuTime()
    const path = await beginAgentRun(send, {
      agents: urls.map((url) => ({ url, maxConcurrency: CONCURRENCY })),
      tasks: TASKS,
      repeats: 1,
    })
    const during = await timePages(server)
    const { startedAt, finishedAt } = await waitForEnd(send, path)
    const cost = (await server.getCpuTime()) - cpuBefore
    return {
      overhead: (Date.parse(finishedAt) - Date.parse(startedAt)) / IDEAL_MS,
      cost: cost / TRIALS,
      pageSlowdown: during / before,
    }
  } finally {
    await stop()
  }
}

async function waitForEnd(send: Sender, path: string) {
  for (;;) {
    const { startedAt, finishedAt, outcomes } = RunSchema.parse(await send('GET', path)).data
    if (finishedAt !== null && outcomes.passed < TRIALS) throw new Error(`${outcomes.passed} of ${TRIALS} passed`)
    if (finishedAt !== null) return { startedAt, finishedAt }
    await setTimeout(1_000)
  }
}
