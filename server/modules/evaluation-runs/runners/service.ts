/**
 * Runners: programs in networks of their own that ask the trials of a run for the platform. Each has a token for one run.
 * The checks of what they hand in are run here, where the owner can't change them.
 */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { HOUR_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type {
  RunnerCallSchema,
  RunnerClaim,
  RunnerConnection,
  RunnerJob,
  RunnerReceiptSchema,
  RunnerReleaseSchema,
  RunnerResultsSchema,
  RunnerToken,
  RunnerTokenCreate,
} from '#contracts/evaluation-runs/runner.ts'
import { RUNNERS } from '#contracts/limits.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, notFound, unauthenticated } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { Claims } from '../claims/claims.ts'
import { sumOutcomes } from '../figures.ts'
import { type PlanReader, type RunKey, readOfferedConnections } from '../plan.ts'
import type { RunEnds } from '../run-ends.ts'
import { findRun, lockRun, type RunRow, updateRun } from '../store.ts'
import type { TrialDecider } from '../trials/decide-trial.ts'
import { countByOutcome } from '../trials/store.ts'
import type { ClaimedTrial } from '../trials/trial-source.ts'
import {
  findRunnerToken,
  insertRunnerToken,
  listRunnerTokens,
  type RunnerTokenRow,
  updateRunnerToken,
} from './store.ts'

/** How exactly the last use of a token is known. */
const USE_INTERVAL_MS = 30_000

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'connections' | 'findName' | 'record'>
  claims: Claims
  readPlan: PlanReader
  ends: RunEnds
  decider: TrialDecider
  getOwned: (key: RunKey, owner: Actor) => Promise<RunRow>
}

type Result = z.output<typeof RunnerResultsSchema>['results'][number]
type Receipt = z.output<typeof RunnerReceiptSchema>

/** Creates the functions for the tokens of a run, for its owner, and those for runners, which check the token. */
export function createRunners(dependencies: Dependencies) {
  const { database, clock, projects, claims, readPlan, ends, decider, getOwned } = dependencies
  const { connections } = projects

  const isValid = (token: RunnerTokenRow): boolean => token.revokedAt === null && token.expiresAt > timestamp(clock)

  /** Returns a token with its run. Throws `unauthenticated`, and `forbidden` if the run must not go on. */
  async function authenticate(token: string): Promise<{ token: RunnerTokenRow; run: RunRow }> {
    const row = await findRunnerToken(database.read, sha256(token))
    if (!row || !isValid(row)) throw unauthenticated(MESSAGES.runnerTokenInvalid)
    const run = await findRun(database.read, row.runId)
    if (!run) throw unauthenticated(MESSAGES.runnerTokenInvalid)
    const obstacle = connections.isEnabled ? await ends.findObstacle(run) : MESSAGES.disabled
    if (obstacle !== undefined) throw forbidden(obstacle)
    const now = clock.now().getTime()
    if (row.lastUsedAt === null || now - Date.parse(row.lastUsedAt) >= USE_INTERVAL_MS)
      await database.write(({ db }) => updateRunnerToken(db, row.id, { lastUsedAt: timestamp(clock) }))
    return { token: row, run }
  }

  /** Throws `conflict` unless a run is a runner's. */
  function assertRunner({ asker }: RunRow): void {
    if (asker !== 'runner') throw conflict(MESSAGES.notRunnerRun)
  }

  /** Pauses a run because a runner would ask a candidate by another connection than until now. */
  async function offerConnection(run: RunRow, candidate: string, fingerprint: string): Promise<void> {
    const { candidates } = await readPlan(run.id)
    const name = candidates.find(({ key }) => key === candidate)?.name ?? candidate
    const offered = { ...readOfferedConnections(run), [candidate]: fingerprint }
    await database.write(({ db }) => updateRun(db, run.id, { offeredConnectionsJson: JSON.stringify(offered) }))
    await ends.pause(run.id, MESSAGES.connectionChanged(name))
  }

  /** Stores a result. One that was stored before is recognized by its claim. */
  async function storeResult(run: RunRow, { claim, ...result }: Result): Promise<Receipt> {
    const [trial] = await claims.listClaimed(run.id, [claim])
    if (!trial) return { claim, status: 'lost' }
    if (trial.outcome !== null) return { claim, status: 'stored' }
    const { conversation } = result
    const attempts = Math.max(conversation.attempts, countAnswered(trial, conversation))
    const store = await decider.decide({
      ...result,
      conversation: { ...conversation, attempts },
      trial,
      asker: 'runner',
    })
    return { claim, status: (await store()) ? 'stored' : 'lost' }
  }

  return {
    /** Lists the tokens of a run. Throws `notFound`. */
    listTokens: async (key: RunKey, owner: Actor): Promise<RunnerToken[]> =>
      (await listRunnerTokens(database.read, (await getOwned(key, owner)).id)).map(toToken),

    /** Lists the tokens of a run, for the copy of its owner's data. */
    listForOwner: async (runId: string): Promise<RunnerToken[]> =>
      (await listRunnerTokens(database.read, runId)).map(toToken),

    /** Creates a token, which is returned only this time. Throws `notFound`, `conflict` unless the run is a runner's. */
    async createToken(key: RunKey, { hours, canReadKeys }: RunnerTokenCreate, owner: Actor) {
      await getOwned(key, owner)
      const token = createToken()
      const now = clock.now()
      const row = {
        id: randomUUID(),
        runId: key.runId,
        tokenHash: sha256(token),
        isKeyReader: canReadKeys,
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      }
      await database.write(async (transaction) => {
        const run = await lockRun(transaction.db, key.runId)
        if (!run) throw notFound(MESSAGES.notFound)
        assertRunner(run)
        const valid = (await listRunnerTokens(transaction.db, run.id)).filter(isValid)
        if (valid.length >= RUNNERS.perRun) throw conflict(MESSAGES.runnerTokensMax(RUNNERS.perRun))
        await insertRunnerToken(transaction.db, row)
        const summary = `${hours}小时有效${canReadKeys ? '，可取用密钥' : ''}`
        const act = { act: 'runnerTokenCreated', summary, detail: run.title } as const
        await projects.record(transaction, key.projectId, { by: owner, ...act })
      })
      return { ...toToken(row), token }
    },

    /** Revokes a token at once. Throws `notFound`. */
    async revokeToken(key: RunKey, id: string, owner: Actor): Promise<void> {
      await getOwned(key, owner)
      await database.write(async (transaction) => {
        const token = (await listRunnerTokens(transaction.db, key.runId)).find((item) => item.id === id)
        if (!token) throw notFound(MESSAGES.runnerTokenNotFound)
        if (token.revokedAt !== null) return
        await updateRunnerToken(transaction.db, id, { revokedAt: timestamp(clock) })
        await projects.record(transaction, key.projectId, { by: owner, act: 'runnerTokenRevoked' })
      })
    },

    /** Returns what a runner has to do, and how far its run is. Throws `unauthenticated`, `forbidden`. */
    async getJob(token: string): Promise<RunnerJob> {
      const { run } = await authenticate(token)
      const [plan, counts, connected] = [
        await readPlan(run.id),
        await countByOutcome(database.read, run.id),
        await connections.listFingerprints(database.read, run.projectId),
      ]
      const projectName = await projects.findName(run.projectId)
      return {
        id: run.id,
        projectId: run.projectId,
        projectName,
        title: run.title,
        status: run.status,
        statusReason: run.statusReason,
        planned: run.planned,
        outcomes: sumOutcomes(counts),
        startedAt: run.startedAt,
        finishedAt: run.finishedAt,
        retries: plan.options.retries,
        seed: plan.options.seed,
        candidates: plan.candidates.map(({ key, name }) => ({ key, name, isConnected: connected.has(key) })),
      }
    },

    /** Returns a connection of the run, with its keys if the token may read them. Throws `notFound`. */
    async getConnection(token: string, candidate: string): Promise<RunnerConnection> {
      const { token: row, run } = await authenticate(token)
      assertRunner(run)
      const { candidates } = await readPlan(run.id)
      authorize(
        candidates.some(({ key }) => key === candidate),
        notFound(MESSAGES.connectionRemoved),
      )
      const endpoint = await connections.findEndpoint({ projectId: run.projectId, candidate })
      if (!endpoint) throw notFound(MESSAGES.connectionRemoved)
      const { userAgent: _userAgent, secret, headers, ...settings } = endpoint
      return {
        ...settings,
        secret: row.isKeyReader ? secret : null,
        headers: row.isKeyReader ? headers : Object.fromEntries(Object.keys(headers).map((name) => [name, ''])),
        hasKeys: secret !== null || Object.keys(headers).length > 0,
      }
    },

    /**
     * Claims trials of a candidate, and counts the first call of each. Returns none if there are none. Throws `conflict`
     * unless the run is a runner's, and `tooManyRequests` if the connection's limit per minute allows none.
     */
    async claim(token: string, { candidate, count, connection }: RunnerClaim): Promise<ClaimedTrial[]> {
      const { run } = await authenticate(token)
      assertRunner(run)
      const countCalls = connections.createRunnerCallCounter(
        { projectId: run.projectId, candidate },
        connection.perMinute,
      )
      const claiming = { candidate, asker: 'runner' as const, connection, count, own: [], isAhead: false, countCalls }
      const { trials, isConnectionChanged, refusal } = await claims.claim(run.id, claiming)
      if (isConnectionChanged) await offerConnection(run, candidate, connection.fingerprint)
      if (trials.length === 0 && refusal) throw refusal
      return trials
    },

    /**
     * Counts a call after the first of a claim, or a retry. Throws `tooManyRequests`, and `conflict` if the claim was lost or
     * the limit of calls is reached.
     */
    async countCall(token: string, { claim, isRetry, perMinute }: z.output<typeof RunnerCallSchema>): Promise<void> {
      const { run } = await authenticate(token)
      const [trial] = await claims.listClaimed(run.id, [claim])
      if (!trial) throw conflict(MESSAGES.claimLost)
      const key = { projectId: run.projectId, candidate: trial.candidate }
      const countCalls = connections.createRunnerCallCounter(key, perMinute)
      const counted = await claims.countCall(trial, { isRetry, countCalls })
      if (counted === 'lost') throw conflict(MESSAGES.claimLost)
      if (counted !== 'counted') throw counted
    },

    /** Decides and stores results. Those of lost claims aren't counted. */
    async handIn(token: string, results: readonly Result[]): Promise<Receipt[]> {
      const { run } = await authenticate(token)
      return Promise.all(results.map((result) => storeResult(run, result)))
    },

    /** Gives up a claim; a lost one is none. */
    async release(token: string, { claim, begun, unmade, isRefused }: z.output<typeof RunnerReleaseSchema>) {
      const { run } = await authenticate(token)
      const [trial] = await claims.listClaimed(run.id, [claim])
      if (!trial) return
      const reserved = trial.turns.length
      // A runner can't give back more calls than its claim has counted. One that was killed doesn't know that it made less.
      const uncounted = reserved - (trial.countedCalls ?? reserved)
      const given = Math.min(unmade, reserved - Math.min(begun, reserved))
      await claims.release(trial, { begun, unmade: Math.max(given, uncounted), isRefused })
    },

    /** Extends the leases of claims. Those of other runs aren't. */
    async renew(token: string, list: readonly string[]): Promise<void> {
      const { run } = await authenticate(token)
      const own = await claims.listClaimed(run.id, list)
      await claims.renew(own.map(({ claim }) => claim))
    },

    /** Pauses the run because a candidate refuses its key. Throws `conflict` unless the run is a runner's. */
    async pause(token: string, candidate: string): Promise<void> {
      const { run } = await authenticate(token)
      assertRunner(run)
      const name = (await readPlan(run.id)).candidates.find(({ key }) => key === candidate)?.name
      if (name !== undefined) await ends.pause(run.id, MESSAGES.refused(name))
    },
  }
}

const toToken = ({ id, isKeyReader, createdAt, expiresAt, lastUsedAt, revokedAt }: RunnerTokenRow): RunnerToken => ({
  id,
  canReadKeys: isKeyReader,
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
})

/** Returns how many calls it took at least to hear a conversation, whatever the runner says. */
function countAnswered({ turns }: ClaimedTrial, { problem, earlierReplies, reply }: Result['conversation']): number {
  if (!problem) return turns.length
  return Math.min(turns.length, earlierReplies.length + (reply === '' ? 0 : 1))
}
