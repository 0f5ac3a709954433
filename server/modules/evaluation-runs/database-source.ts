/** The trials that a node of the server asks: those of the database that are no runner's. */
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/outage-log.ts'
import { type Claims, ConnectionChanged } from './claims.ts'
import type { TrialDecider } from './decide-trial.ts'
import type { PlanReader } from './plan.ts'
import type { RunEnds } from './run-ends.ts'
import { listActiveRuns, type RunRow } from './store.ts'
import { type AskedRun, BrokenOff, describeConnection, type TrialSource } from './trial-source.ts'

type Dependencies = {
  database: Database
  claims: Claims
  readPlan: PlanReader
  ends: RunEnds
  decider: TrialDecider
  connections: EvaluationProjectService['connections']
}

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
    return { id, projectId, startedAt, candidates, retries: options.retries, seed: options.seed }
  }

  return {
    async list() {
      const unfinished = await listActiveRuns(database.read)
      const running = await ends.settle(unfinished)
      return {
        runs: await Promise.all(running.filter(({ asker }) => asker !== 'runner').map(toAskedRun)),
        unfinished: unfinished.map(({ id }) => id),
      }
    },

    async findEndpoint(run, candidate) {
      const endpoint = await connections.findEndpoint({ projectId: run.projectId, candidate })
      if (!endpoint) await ends.pause(run.id, MESSAGES.candidateDisconnected(getName(run, candidate)))
      return endpoint
    },

    async claim(run, { candidate, endpoint }) {
      try {
        return await claims.claimNext(run.id, {
          candidate,
          asker: 'platform',
          connection: describeConnection(endpoint),
        })
      } catch (error) {
        if (!(error instanceof ConnectionChanged)) throw error
        await ends.pause(run.id, MESSAGES.connectionChanged(getName(run, candidate)))
        return undefined
      }
    },

    async countRetry({ runId }) {
      if (!(await claims.countRetry(runId))) throw new BrokenOff()
    },

    async countCall({ id, projectId }, trial, endpoint) {
      if (!(await claims.isHeld(trial))) throw new BrokenOff()
      const { owner } = await readPlan(id)
      await connections.countCall({ projectId, candidate: trial.candidate }, { accountId: owner.id, endpoint })
    },

    async handIn({ endpoint, ...answered }) {
      await decider.store({ ...answered, host: new URL(endpoint.url).host, asker: 'platform' })
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
