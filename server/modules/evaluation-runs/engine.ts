/**
 * Asks the trials of all running runs on this node. Any number of nodes do so at once: a trial belongs to whoever claims
 * it, and comes back when its lease ends, such as after the process was killed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { CheckReply } from '#contracts/evaluation-checks/check.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { AgentService, Endpoint } from '#server/modules/agents/service.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/outage-log.ts'
import { type ClaimedTrial, type Claims, ConnectionChanged, type DecidedTrial } from './claims.ts'
import { type Conversation, converse, RetryLater } from './conversation.ts'
import { readJudgement } from './judge-model/judgement.ts'
import { createPace, type Pace } from './pace.ts'
import type { PlanReader, RunPlan } from './plan.ts'
import { createBlankResult } from './result.ts'
import type { RunEnds } from './run-ends.ts'
import { listActiveRuns, type RunRow } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  claims: Claims
  readPlan: PlanReader
  ends: RunEnds
  agents: Pick<AgentService, 'ask'>
  checks: Pick<EvaluationCheckService, 'check'>
  connections: EvaluationProjectService['connections']
  onFailure: (error: unknown) => void
}

type Verdict = { outcome: TrialOutcome; reason: string; score: number | null; checks: CheckReply['checks'] }

/** Thrown to break off a conversation at a limit of calls, which then is asked again. */
class CallLimitReached extends Error {}

export type RunEngine = ReturnType<typeof createRunEngine>

/** What this node knows of an agent in a run. */
type AgentState = {
  pace: Pace
  /** How often in a row it refused our key. */
  refusals: number
  /** When its last conversation began, as a number that grows. */
  turn: number
}

/** Where a conversation may begin. */
type Place = { run: RunRow; candidate: string }

/** How many conversations a node has at once, and one run of them. */
type Capacity = { conversations: number; perRun: number }

/** Creates this node's part of all runs. It does nothing until it is asked to. */
export function createRunEngine(dependencies: Dependencies, capacity: Capacity = RUNS) {
  const { database, clock, claims, readPlan, ends, agents, checks, connections, onFailure } = dependencies
  const active = new Map<string, ClaimedTrial & { controller: AbortController }>()
  const conversations = new Set<Promise<void>>()
  const agentStates = new Map<string, AgentState>()
  /** Counts the conversations that began. */
  let begun = 0
  const stopController = new AbortController()
  const { signal } = stopController

  const getKey = (runId: string, candidate: string) => JSON.stringify([runId, candidate])
  function getState(runId: string, candidate: string): AgentState {
    const key = getKey(runId, candidate)
    const state = agentStates.get(key) ?? { pace: createPace(), refusals: 0, turn: 0 }
    agentStates.set(key, state)
    return state
  }
  const countActive = (runId: string, candidate?: string) =>
    [...active.values()].filter(
      (trial) => trial.runId === runId && (candidate === undefined || trial.candidate === candidate),
    ).length

  /** Claims one trial of a candidate and begins to ask it. Returns whether there was one. */
  async function startOne(run: RunRow, candidate: string): Promise<boolean> {
    if (signal.aborted || active.size >= capacity.conversations || countActive(run.id) >= capacity.perRun) return false
    const plan = await readPlan(run.id)
    const endpoint = await connections.findEndpoint({ projectId: run.projectId, candidate })
    if (!endpoint) {
      await ends.pause(run.id, MESSAGES.connectionRemoved)
      return false
    }
    const { pace } = getState(run.id, candidate)
    if (!pace.canStart(countActive(run.id, candidate), endpoint.maxConcurrency, clock.now().getTime())) return false
    const trial = await claimNext({ run, plan, candidate, endpoint })
    if (!trial) return false
    const controller = new AbortController()
    active.set(trial.claim, { ...trial, controller })
    const isOver = AbortSignal.any([signal, controller.signal])
    const conversation = askTrial({ trial, plan, run, endpoint, pace, signal: isOver })
      .catch(onFailure)
      .finally(() => {
        active.delete(trial.claim)
        conversations.delete(conversation)
        // Its place is free for the next.
        void work().catch(onFailure)
      })
    conversations.add(conversation)
    return true
  }

  /** Claims the next trial of a candidate; pauses the run if the candidate is now called otherwise than before. */
  async function claimNext({ run, plan, candidate, endpoint }: Pick<Asking, 'run' | 'plan' | 'endpoint'> & Place) {
    try {
      return await claims.claimNext(run.id, candidate, endpoint)
    } catch (error) {
      if (!(error instanceof ConnectionChanged)) throw error
      await ends.pause(run.id, MESSAGES.connectionChanged(getName(plan, candidate)))
      return undefined
    }
  }

  type Asking = {
    trial: ClaimedTrial
    plan: RunPlan
    run: RunRow
    endpoint: Endpoint
    pace: Pace
    /** Aborted if the run is cancelled or deleted, or the node stops. */
    signal: AbortSignal
  }

  /** Asks a claimed trial and stores its result. */
  async function askTrial({ trial, plan, run, endpoint, pace, signal }: Asking): Promise<void> {
    let begun = 0
    /** Calls that the run has counted, and those that were made. */
    let counted = trial.turns.length
    let made = 0
    let hasReply = false
    const queuedMs = clock.now().getTime() - Date.parse(run.startedAt)
    try {
      const conversation = await converse({
        turns: trial.turns,
        retries: plan.options.retries,
        random: createRandom((plan.options.seed + trial.position) >>> 0),
        endpoint,
        user: `zhijian-${randomUUID()}`,
        ask: agents.ask,
        async beforeCall(retry) {
          if (retry > 0) {
            if (!(await claims.countRetry(run.id))) throw new CallLimitReached()
            counted += 1
          }
          await waitForTurn({ run, plan, candidate: trial.candidate, endpoint, pace, signal })
          made += 1
          if (retry === 0) begun += 1
        },
        onOverload: (retryAfterMs) => pace.recordOverload(clock.now().getTime(), retryAfterMs),
        signal,
      })
      hasReply = true
      if (!conversation.problem) pace.recordSuccess(endpoint.maxConcurrency)
      await store({ trial, plan, endpoint, conversation, queuedMs })
      await watchRefusals(run, plan, trial.candidate, conversation)
    } catch (error) {
      // A node that can't store a result doesn't keep the trial: another one asks again when the lease ends.
      if (isOutage(error)) return onFailure(error)
      if (error instanceof CallLimitReached || error instanceof RetryLater || signal.aborted)
        return claims.release(trial, { begun, unmade: counted - made, isRefused: error instanceof RetryLater })
      onFailure(error)
      // Asked again, it would only fail again.
      if (!hasReply) await claims.decide(trial, createFailure(begun))
    }
  }

  /**
   * Waits until the limits of the platform and of the connection allow a call. If that takes longer than a minute, as with
   * the calls of a day, the run is paused instead.
   */
  async function waitForTurn({
    run,
    plan,
    candidate,
    endpoint,
    pace,
    signal,
  }: Omit<Asking, 'trial'> & { candidate: string }) {
    for (;;) {
      try {
        const key = { projectId: run.projectId, candidate }
        return await connections.countCall(key, { accountId: plan.owner.id, endpoint })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
        const waitMs = getWait(error)
        if (waitMs > MINUTE_MS) {
          await ends.pause(run.id, error.message)
          throw new CallLimitReached()
        }
        pace.wait(clock.now().getTime() + waitMs)
        await setTimeout(waitMs, undefined, { signal })
      }
    }
  }

  /** Returns the result of a trial that the platform couldn't ask because of a fault of its own. */
  const createFailure = (begun: number): DecidedTrial => ({
    calls: begun,
    outcome: 'error',
    attempts: begun,
    finishedAt: timestamp(clock),
    resultJson: JSON.stringify(createBlankResult({ reason: MESSAGES.failed })),
  })

  type Answered = Pick<Asking, 'trial' | 'plan' | 'endpoint'> & { conversation: Conversation; queuedMs: number }

  async function store({ trial, plan, endpoint, conversation, queuedMs }: Answered): Promise<void> {
    const { problem, steps } = conversation
    const verdict = problem ? undefined : await decide(trial, plan, conversation)
    const outcome: TrialOutcome = problem?.outcome ?? verdict?.outcome ?? 'unscored'
    const result = createBlankResult({
      reason: problem?.reason ?? verdict?.reason ?? '',
      // What a judge was asked follows from the trial that it judged.
      messages: plan.judging ? [] : trial.turns,
      reply: conversation.reply,
      isReplyCut: conversation.isReplyCut,
      reasoning: conversation.reasoning,
      steps,
      checks: verdict?.checks ?? [],
      queueMs: queuedMs,
      usage: conversation.usage,
      host: new URL(endpoint.url).host,
      model: conversation.model,
    })
    await throughOutage(() =>
      claims.decide(trial, {
        calls: conversation.attempts,
        outcome,
        decidedBy: outcome !== 'passed' && outcome !== 'failed' ? null : plan.judging ? 'judge' : 'checks',
        score: verdict?.score ?? null,
        firstTokenMs: conversation.firstTokenMs,
        totalMs: conversation.totalMs,
        cost: conversation.cost,
        attempts: conversation.attempts,
        finishedAt: timestamp(clock),
        stepNamesJson: JSON.stringify(steps.map(({ name }) => name)),
        resultJson: JSON.stringify(result),
      }),
    )
  }

  /** Runs a task again while the database is away, so that what an agent has said isn't lost. */
  async function throughOutage<Result>(task: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await task()
      } catch (error) {
        if (!isOutage(error) || signal.aborted) throw error
        await setTimeout(OUTAGE_RETRY_MS, undefined, { signal })
      }
    }
  }

  /** Decides a trial by its reply: by the checks of its task, or by what a judge model answered. */
  async function decide(
    { task: key }: ClaimedTrial,
    { tasks, judging }: RunPlan,
    conversation: Conversation,
  ): Promise<Verdict | undefined> {
    if (judging) return readJudgement(conversation.reply)
    const task = tasks.find((item) => item.key === key)
    return task && judge(task, conversation)
  }

  /** Judges a reply by the checks of its task; without checks, a person does. */
  async function judge(
    { checks: list, threshold }: RunPlan['tasks'][number],
    conversation: Conversation,
  ): Promise<Verdict> {
    if (list.length === 0) return { outcome: 'unscored', reason: MESSAGES.needsPerson, score: null, checks: [] }
    const { reply, steps, firstTokenMs, totalMs, cost } = conversation
    const request = {
      reply,
      steps: steps.map(({ name, arguments: text }) => ({ name, arguments: parseArguments(text) })),
      timing: { totalMs, ...(firstTokenMs !== null && { firstTokenMs }) },
      ...(cost !== null && { cost }),
      checks: list,
      threshold,
    }
    const verdict = await checks.check(request).catch((error: unknown) => {
      // The reply is there: a check that doesn't end must not have it asked again.
      if (error instanceof AppError) return undefined
      throw error
    })
    if (!verdict) return { outcome: 'unscored', reason: MESSAGES.checksFailed, score: null, checks: [] }
    const { score, isPassed, checks: verdicts } = verdict
    const undecided = verdicts.find((item) => item.isPassed === null)
    const outcome = isPassed === null ? 'unscored' : isPassed ? 'passed' : 'failed'
    return { outcome, reason: undecided?.reason ?? '', score, checks: verdicts }
  }

  /** Pauses a run whose key an agent refuses again and again. */
  async function watchRefusals(run: RunRow, plan: RunPlan, candidate: string, { problem }: Conversation) {
    const state = getState(run.id, candidate)
    state.refusals = problem?.isRefusal ? state.refusals + 1 : 0
    if (state.refusals < RUNS.refusals) return
    state.refusals = 0
    await ends.pause(run.id, MESSAGES.refused(getName(plan, candidate)))
  }

  let isWorking = false
  let isWakeRequested = false

  /** Begins as many conversations as allowed, one per run and candidate in turn, and ends the runs that are over. */
  async function work(): Promise<void> {
    isWakeRequested = true
    if (isWorking || signal.aborted) return
    isWorking = true
    try {
      while (isWakeRequested && !signal.aborted) {
        isWakeRequested = false
        const unfinished = await listActiveRuns(database.read)
        abortOthers(unfinished)
        const runs = await ends.settle(unfinished)
        forgetOthers(runs)
        await startInTurns(runs)
      }
    } finally {
      isWorking = false
    }
  }

  /** Begins conversations: next is always the run with the fewest, then the candidate that has waited longest. */
  async function startInTurns(runs: readonly RunRow[]): Promise<void> {
    const places: Place[] = []
    for (const run of runs)
      for (const { key } of (await readPlan(run.id)).candidates) places.push({ run, candidate: key })
    const getTurn = ({ run, candidate }: Place) => getState(run.id, candidate).turn
    while (places.length > 0) {
      places.sort((a, b) => countActive(a.run.id) - countActive(b.run.id) || getTurn(a) - getTurn(b))
      const [place] = places
      if (place && (await startOne(place.run, place.candidate))) {
        begun += 1
        getState(place.run.id, place.candidate).turn = begun
      } else places.shift()
    }
  }

  /** Breaks off the conversations of runs that were cancelled or deleted. */
  function abortOthers(unfinished: readonly RunRow[]): void {
    const ids = new Set(unfinished.map(({ id }) => id))
    for (const { runId, controller } of active.values()) if (!ids.has(runId)) controller.abort()
  }

  function forgetOthers(runs: readonly RunRow[]): void {
    const ids = new Set(runs.map(({ id }) => id))
    for (const key of agentStates.keys()) if (!ids.has(String(JSON.parse(key)[0]))) agentStates.delete(key)
  }

  return {
    work,

    /** Extends the leases of what this node is asking. */
    renew: () => claims.renew([...active.keys()]),

    /** Waits until no conversation is left, for tests. */
    async waitUntilIdle(): Promise<void> {
      while (conversations.size > 0 || isWorking) {
        await Promise.all(conversations)
        await setTimeout(1)
      }
    },

    /** Breaks off what this node is asking; other nodes or the next start ask it again. */
    async stop(): Promise<void> {
      stopController.abort()
      await Promise.all(conversations)
    },
  }
}

const getName = ({ candidates }: RunPlan, key: string): string =>
  candidates.find((candidate) => candidate.key === key)?.name ?? key

const OUTAGE_RETRY_MS = 1_000
const DEFAULT_WAIT_MS = 1_000
const getWait = ({ retryAfterSeconds }: AppError): number =>
  retryAfterSeconds === undefined ? DEFAULT_WAIT_MS : retryAfterSeconds * 1_000

const parseArguments = (text: string): unknown => tryParseJson(text) ?? text
