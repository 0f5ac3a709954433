/** The trials that a node of the server asks: those of the database that are no runner's. */
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Endpoint } from '#server/modules/agents/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/outage-log.ts'
import type { Claims } from './claims/claims.ts'
import type { PlanReader } from './plan.ts'
import type { RunEnds } from './run-ends.ts'
import { findRun, listActiveRuns, type RunRow } from './store.ts'
import type { TrialDecider } from './trials/decide-trial.ts'
import { type AskedRun, BrokenOff, describeConnection, type TrialSource } from './trials/trial-source.ts'

type Dependencies = {
  database: Database
  claims: Claims
  readPlan: PlanReader
  ends: RunEnds
  decider: TrialDecider
  connections: EvaluationProjectService['connections']
}

const listIds = (rows: readonly RunRow[]): string[] => rows.map(({ id }) => id)

const getName = ({ candidates }: Pick<AskedRun, 'candidates'>, key: string): string =>
  candidates.find((candidate) => candidate.key === key)?.name ?? key

/** Creates the source of a node. */
export function createDatabaseSource({
  database,
  claims,
  readPlan,
  ends,
  decider,
  connections,
}: Dependencies): TrialSource {
  async function toAskedRun({ id, projectId, startedAt }: RunRow): Promise<AskedRun> {
    const { candidates, options } = await readPlan(id)
    const { retries, seed, askAgain } = options
    // What is claimed ahead when a node is killed may have been asked, as far as others know.
    return { id, projectId, startedAt, candidates, retries, seed, isClaimedAhead: askAgain }
  }

  async function createCounter({ id, projectId }: AskedRun, candidate: string, endpoint: Endpoint) {
    const { owner } = await readPlan(id)
    return connections.createCallCounter({ projectId, candidate }, { accountId: owner.id, endpoint })
  }

  return {
    async list() {
      const unfinished = await listActiveRuns(database.read)
      const runs: AskedRun[] = []
      const failures: unknown[] = []
      for (const run of unfinished)
        try {
          if ((await ends.settle(run)) && run.asker !== 'runner') runs.push(await toAskedRun(run))
        } catch (error) {
          if (isOutage(error)) throw error
          failures.push(error)
        }
      const paused = unfinished.filter(({ status }) => status === 'paused')
      return { runs, unfinished: listIds(unfinished), paused: listIds(paused), failures }
    },

    listEndpoints: async (run) => {
      const endpoints = await connections.listEndpoints(run.projectId)
      const missing = run.candidates.find(({ key }) => !endpoints.has(key))
      if (missing) await ends.pause(run.id, MESSAGES.candidateDisconnected(missing.name))
      return endpoints
    },

    async claim(run, { candidate, endpoint, count, own }) {
      const countCalls = await createCounter(run, candidate, endpoint)
      const { trials, room, isConnectionChanged, refusal } = await claims.claim(run.id, {
        candidate,
        asker: 'platform',
        connection: describeConnection(endpoint),
        count,
        own,
        isAhead: run.isClaimedAhead,
        countCalls,
      })
      if (isConnectionChanged) await ends.pause(run.id, MESSAGES.connectionChanged(getName(run, candidate)))
      if (trials.length === 0 && refusal) throw refusal
      return { trials, room }
    },

    async mayBegin({ id }) {
      const run = await findRun(database.read, id)
      // What was claimed before a limit was reached is asked within it.
      return (run?.status === 'running' || run?.status === 'limited') && run.asker !== 'runner'
    },

    async countCall(run, trial, { endpoint, isRetry }) {
      const countCalls = await createCounter(run, trial.candidate, endpoint)
      const counted = await claims.countCall(trial, { isRetry, countCalls })
      if (counted === 'lost') throw new BrokenOff()
      if (counted !== 'counted') throw counted
    },

    async decide({ endpoint, ...answered }) {
      const store = await decider.decide({ ...answered, host: new URL(endpoint.url).host, asker: 'platform' })
      return async () => void (await store())
    },

    async fail(trial, calls) {
      await decider.storeFailure(trial, calls, 'platform')
    },

    release: claims.release,
    renew: claims.renew,
    pause: (run, cause) =>
      ends.pause(run.id, cause.kind === 'refused' ? MESSAGES.refused(getName(run, cause.candidate)) : cause.message),
    isOutage,
  }
}
