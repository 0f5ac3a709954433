/** Runs of a slow agent that faults disturb, and what came of them. */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { RUNS } from '#contracts/limits.ts'
import { json, type Respond, startAgent } from '#testing/agent-server.ts'
import { AGENT_SETTINGS, type Sender } from '#testing/begin-agent-run.ts'
import { ADMIN } from './admin-calls.ts'
import { formatSeconds, type Outcome } from './fault.ts'

const TASKS = 250
const REPEATS = 4
export const PLANNED = TASKS * REPEATS
export const PLAN = { tasks: TASKS, repeats: REPEATS }
export const RUN_SETTINGS = { ...ADMIN, ...AGENT_SETTINGS }
const ANSWER_MS = 20
/** Claims of a killed server end after their lease. */
const MAX_RUN_MS = 6 * RUNS.leaseMs

const RunReplySchema = z.object({
  data: z.object({ status: z.string(), outcomes: z.record(z.string(), z.number()) }),
})
const TrialsReplySchema = z.object({ data: z.array(z.object({ id: z.string(), isRepeated: z.boolean() })) })

export type SlowAgent = Awaited<ReturnType<typeof startSlowAgent>>

/** Replies as OpenAI's API does. */
export const say = (content: string): Respond => json({ choices: [{ message: { content }, finish_reason: 'stop' }] })

/** Starts an agent that takes a moment to answer. */
export const startSlowAgent = (respond: Respond = say('答')) =>
  startAgent(async (reply, request, index) => {
    await setTimeout(ANSWER_MS)
    respond(reply, request, index)
  })

/** Waits until an agent has been asked so often. */
export async function waitUntilAsked({ requests }: SlowAgent, count: number): Promise<void> {
  while (requests.length < count) await setTimeout(20)
}

/** Waits for the end of a run, as far as it ends in time. Returns what it has come to, and the milliseconds. */
export async function waitForEnd(send: Sender, path: string) {
  const started = performance.now()
  const read = async () => RunReplySchema.parse(await send('GET', path)).data
  while ((await read()).status === 'running' && performance.now() - started < MAX_RUN_MS) await setTimeout(1_000)
  return { ...(await read()), tookMs: performance.now() - started }
}

/** Waits for the end of a run, and compares its trials with what the agent was asked. */
export async function measureRun(
  send: Sender,
  path: string,
  { agent, label, since }: { agent: SlowAgent; label: string; since: string },
): Promise<Outcome> {
  const { status, outcomes, tookMs } = await waitForEnd(send, path)
  const trials: z.infer<typeof TrialsReplySchema>['data'] = []
  for (let page = 1; page <= PLANNED / RUNS.perPage; page += 1)
    trials.push(...TrialsReplySchema.parse(await send('GET', `${path}/trials?page=${page}`)).data)
  const decided = new Set(trials.map(({ id }) => id)).size
  const repeated = trials.filter(({ isRepeated }) => isRepeated).length
  const extra = agent.requests.length - PLANNED
  return {
    label,
    figure: `${outcomes.passed} of ${PLANNED} decided, each once; ${extra} asked again, ${repeated} marked so; finished ${formatSeconds(tookMs)} after ${since}`,
    isMet: status === 'finished' && outcomes.passed === PLANNED && decided === PLANNED && extra <= repeated,
  }
}
