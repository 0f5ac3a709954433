/** The trials that a runner asks: those of one run, claimed from the platform. */
import { z } from 'zod'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { type RunnerJob, RunnerJobSchema, RunnerTrialSchema } from '#contracts/evaluation-runs/runner.ts'
import { runnerCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { AGENTS, RUNNERS } from '#contracts/limits.ts'
import type { Conversation } from '#server/modules/evaluation-runs/conversation.ts'
import {
  BrokenOff,
  type ClaimedTrial,
  describeConnection,
  type Release,
  type TrialSource,
} from '#server/modules/evaluation-runs/trials/trial-source.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { CandidateEndpoints } from './candidate-endpoints.ts'
import type { Journal } from './journal.ts'
import { type PlatformClient, PlatformUnavailable } from './platform-client.ts'
import type { ResultQueue } from './result-queue.ts'

/** How long what the platform says of the run is taken as true. */
const JOB_MS = 2_000
/** How soon the platform is asked again for trials of a candidate that had none. */
const EMPTY_MS = 1_000

type Options = {
  client: PlatformClient
  endpoints: CandidateEndpoints
  journal: Journal
  queue: ResultQueue
  job: RunnerJob
}

type PlatformSource = TrialSource & { getJob(): RunnerJob; refresh(): Promise<RunnerJob> }

/** Creates the source of a runner. */
export function createPlatformSource({ client, endpoints, journal, queue, job: first }: Options): PlatformSource {
  let job = first
  let jobAt = performance.now()
  const emptyUntil = new Map<string, number>()

  async function refresh(): Promise<RunnerJob> {
    job = await client.request(runnerCalls.getJob, {}, RunnerJobSchema)
    jobAt = performance.now()
    return job
  }

  /** Gives up a claim. If the platform is away, the claim ends by itself. */
  async function release({ claim }: Pick<ClaimedTrial, 'claim'>, how: Release): Promise<void> {
    await client.post(runnerCalls.release, { claim, ...how }).catch((error: unknown) => {
      if (!(error instanceof PlatformUnavailable)) throw error
    })
    await journal.forget([claim])
  }

  return {
    getJob: () => job,
    refresh,

    async list() {
      const { id, projectId, startedAt, candidates, retries, seed, status, finishedAt } =
        performance.now() - jobAt < JOB_MS ? job : await refresh()
      const run = { id, projectId, startedAt, candidates, retries, seed, isClaimedAhead: false }
      return {
        runs: status === 'running' ? [run] : [],
        unfinished: finishedAt === null ? [id] : [],
        paused: status === 'paused' ? [id] : [],
        failures: [],
      }
    },

    async listEndpoints({ candidates }) {
      const found = await Promise.all(candidates.map(async ({ key }) => [key, await endpoints.find(key)] as const))
      return new Map(found.flatMap(([key, endpoint]) => (endpoint ? [[key, endpoint]] : [])))
    },

    async claim({ id }, { candidate, endpoint, count }) {
      if (performance.now() < (emptyUntil.get(candidate) ?? 0)) return { trials: [], room: Number.POSITIVE_INFINITY }
      const body = { candidate, count: Math.min(count, RUNNERS.claims), connection: describeConnection(endpoint) }
      const trials = await client.request(runnerCalls.claim, { body }, z.array(RunnerTrialSchema))
      if (trials.length === 0) emptyUntil.set(candidate, performance.now() + EMPTY_MS)
      else await journal.recordClaims(trials.map(({ claim }) => claim))
      // The platform hands out no more than the agent bears.
      return { trials: trials.map((trial) => ({ ...trial, runId: id })), room: Number.POSITIVE_INFINITY }
    },

    mayBegin: async () => job.status === 'running' || job.status === 'limited',

    async countCall(_run, { claim }, { endpoint: { perMinute }, isRetry }) {
      try {
        await client.post(runnerCalls.countCall, { claim, isRetry, perMinute })
      } catch (error) {
        // A platform that is away now is asked again, as if there were too many calls.
        if (error instanceof PlatformUnavailable) throw new AppError('tooManyRequests', error.message)
        if (error instanceof AppError && error.code === 'conflict') throw new BrokenOff()
        throw error
      }
    },

    decide: async ({ trial, endpoint, conversation, queueMs }) => {
      const result = {
        claim: trial.claim,
        host: new URL(endpoint.url).host,
        queueMs,
        conversation: toWire(conversation),
      }
      return async () => {
        await queue.add(result)
        // For the platform, it is being asked until then. Whatever goes wrong is told by the next flush.
        void queue.flush().catch(() => {})
      }
    },

    async fail(trial, calls) {
      await queue.add({ claim: trial.claim, host: '', queueMs: 0, conversation: createFailure(calls) })
    },

    release,

    async renew(claims) {
      const all = [...new Set([...claims, ...queue.listClaims()])].slice(0, RUNNERS.renewals)
      if (all.length > 0) await client.post(runnerCalls.renew, { claims: all })
    },

    async pause(_run, cause) {
      // A runner has no limits of the platform, and its own last a minute at most.
      if (cause.kind === 'refused') await client.post(runnerCalls.pause, { candidate: cause.candidate })
    },

    isOutage: (error) => error instanceof PlatformUnavailable,
  }
}

/** Returns a conversation within the limits of the call: an agent's name for its model may be any length. */
const toWire = (conversation: Conversation) => ({
  ...conversation,
  firstTokenMs: conversation.firstTokenMs === null ? null : Math.round(conversation.firstTokenMs),
  totalMs: Math.round(conversation.totalMs),
  reply: conversation.reply.slice(0, AGENTS.keptLength).toWellFormed(),
  earlierReplies: conversation.earlierReplies.map((reply) => reply.slice(0, AGENTS.keptLength).toWellFormed()),
})

const createFailure = (attempts: number) => ({
  reply: '',
  isReplyCut: false,
  reasoning: '',
  steps: [],
  firstTokenMs: null,
  totalMs: 0,
  usage: null,
  cost: null,
  model: null,
  attempts,
  problem: { outcome: 'error' as const, reason: RUN_MESSAGES.failed, isRefusal: false },
})
