/**
 * Asks the trials of all running runs of a source. Any number of engines do so at once: a trial belongs to whoever claims
 * it, and comes back when its lease ends, such as after the process was killed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUNS } from '#contracts/limits.ts'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import type { AgentService, Endpoint } from '#server/modules/agents/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Conversation, converse, RetryLater } from './conversation.ts'
import { createPace, type Pace } from './pace.ts'
import { type AskedRun, BrokenOff, type ClaimedTrial, type TrialSource } from './trial-source.ts'

type Dependencies = {
  source: TrialSource
  clock: Clock
  agents: Pick<AgentService, 'ask'>
  onFailure: (error: unknown) => void
}

export type RunEngine = ReturnType<typeof createRunEngine>

/** What this engine knows of an agent in a run. */
type AgentState = {
  pace: Pace
  /** How often in a row it refused our key. */
  refusals: number
  /** When its last conversation began, as a number that grows. */
  turn: number
}

/** Where a conversation may begin. */
type Place = { run: AskedRun; candidate: string }

/** How many conversations an engine has at once, and one run of them. */
type Capacity = { conversations: number; perRun: number }

/** Creates an engine. It does nothing until it is asked to. */
export function createRunEngine({ source, clock, agents, onFailure }: Dependencies, capacity: Capacity = RUNS) {
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
  async function startOne({ run, candidate }: Place): Promise<boolean> {
    const places = Math.min(capacity.conversations - active.size, capacity.perRun - countActive(run.id))
    if (signal.aborted || places <= 0) return false
    const { pace } = getState(run.id, candidate)
    const count = countActive(run.id, candidate)
    // Most often it has all that it bears: that is known without reading its connection.
    if (!pace.canStart(count, Number.POSITIVE_INFINITY, clock.now().getTime())) return false
    const endpoint = await source.findEndpoint(run, candidate)
    if (!endpoint || !pace.canStart(count, endpoint.maxConcurrency, clock.now().getTime())) return false
    const room = Math.min(places, pace.getAllowed(endpoint.maxConcurrency) - count)
    const trial = await source.claim(run, { candidate, endpoint, room })
    if (!trial) return false
    const controller = new AbortController()
    active.set(trial.claim, { ...trial, controller })
    const isOver = AbortSignal.any([signal, controller.signal])
    const conversation = askTrial({ trial, run, endpoint, pace, signal: isOver })
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

  type Asking = {
    trial: ClaimedTrial
    run: AskedRun
    endpoint: Endpoint
    pace: Pace
    /** Aborted if the run is cancelled or deleted, or the engine stops. */
    signal: AbortSignal
  }

  /** Asks a claimed trial and hands in its result. */
  async function askTrial({ trial, run, endpoint, pace, signal }: Asking): Promise<void> {
    let begun = 0
    /** Calls that the run has counted, and those that were made. */
    let counted = trial.turns.length
    let made = 0
    let hasReply = false
    const queueMs = Math.max(0, clock.now().getTime() - Date.parse(run.startedAt))
    try {
      const conversation = await converse({
        turns: trial.turns,
        retries: run.retries,
        random: createRandom((run.seed + trial.position) >>> 0),
        endpoint,
        user: `zhijian-${randomUUID()}`,
        ask: agents.ask,
        async beforeCall(retry) {
          if (retry > 0) {
            await source.countRetry(trial)
            counted += 1
          }
          await waitForTurn({ trial, run, endpoint, pace, signal })
          made += 1
          if (retry === 0) begun += 1
        },
        onOverload: (retryAfterMs) => pace.recordOverload(clock.now().getTime(), retryAfterMs),
        signal,
      })
      hasReply = true
      if (!conversation.problem) pace.recordSuccess(endpoint.maxConcurrency)
      await handIn({ trial, endpoint, conversation, queueMs }, signal)
      await watchRefusals(run, trial.candidate, conversation)
    } catch (error) {
      // An engine that can't store a result doesn't keep the trial: another one asks again when the lease ends.
      if (source.isOutage(error)) return onFailure(error)
      if (error instanceof BrokenOff || error instanceof RetryLater || signal.aborted)
        return source.release(trial, { begun, unmade: counted - made, isRefused: error instanceof RetryLater })
      onFailure(error)
      // Asked again, it would only fail again.
      if (!hasReply) await source.fail(trial, begun)
    }
  }

  /**
   * Waits until the limits of the platform and of the connection allow a call. If that takes longer than a minute, as with
   * the calls of a day, the run is paused instead.
   */
  async function waitForTurn({ trial, run, endpoint, pace, signal }: Asking): Promise<void> {
    for (;;) {
      try {
        return await source.countCall(run, trial, endpoint)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
        const waitMs = getWait(error)
        if (waitMs > MINUTE_MS) {
          await source.pause(run, { kind: 'limit', message: error.message })
          throw new BrokenOff()
        }
        pace.wait(clock.now().getTime() + waitMs)
        await setTimeout(waitMs, undefined, { signal })
      }
    }
  }

  /** Hands in a result again while the source is away, so that what an agent has said isn't lost. */
  async function handIn(answered: Parameters<TrialSource['handIn']>[0], signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await source.handIn(answered)
      } catch (error) {
        if (!source.isOutage(error) || signal.aborted) throw error
        await setTimeout(OUTAGE_RETRY_MS, undefined, { signal })
      }
    }
  }

  /** Pauses a run whose key an agent refuses again and again. */
  async function watchRefusals(run: AskedRun, candidate: string, { problem }: Conversation): Promise<void> {
    const state = getState(run.id, candidate)
    state.refusals = problem?.isRefusal ? state.refusals + 1 : 0
    if (state.refusals < RUNS.refusals) return
    state.refusals = 0
    await source.pause(run, { kind: 'refused', candidate })
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
        const { runs, unfinished } = await source.list()
        abortOthers(unfinished)
        forgetOthers(runs)
        await startInTurns(runs)
      }
    } finally {
      isWorking = false
    }
  }

  /** Begins conversations: next is always the run with the fewest, then the candidate that has waited longest. */
  async function startInTurns(runs: readonly AskedRun[]): Promise<void> {
    const places: Place[] = runs.flatMap((run) => run.candidates.map(({ key }) => ({ run, candidate: key })))
    const getTurn = ({ run, candidate }: Place) => getState(run.id, candidate).turn
    while (places.length > 0) {
      places.sort((a, b) => countActive(a.run.id) - countActive(b.run.id) || getTurn(a) - getTurn(b))
      const [place] = places
      if (place && (await startOne(place))) {
        begun += 1
        getState(place.run.id, place.candidate).turn = begun
      } else places.shift()
    }
  }

  /** Breaks off the conversations of runs that were cancelled or deleted. */
  function abortOthers(unfinished: readonly string[]): void {
    for (const { runId, controller } of active.values()) if (!unfinished.includes(runId)) controller.abort()
  }

  function forgetOthers(runs: readonly AskedRun[]): void {
    const ids = new Set(runs.map(({ id }) => id))
    for (const key of agentStates.keys()) if (!ids.has(String(JSON.parse(key)[0]))) agentStates.delete(key)
  }

  return {
    work,

    /** Returns how many conversations go on. */
    countActive: (): number => active.size,

    /** Extends the leases of what this engine is asking. */
    renew: () => source.renew([...active.keys()]),

    /** Waits until no conversation is left. */
    async waitUntilIdle(): Promise<void> {
      while (conversations.size > 0 || isWorking) {
        await Promise.all(conversations)
        await setTimeout(1)
      }
    },

    /** Breaks off what this engine is asking; others or the next start ask it again. */
    async stop(): Promise<void> {
      stopController.abort()
      await Promise.all(conversations)
    },
  }
}

const OUTAGE_RETRY_MS = 1_000
const DEFAULT_WAIT_MS = 1_000
const getWait = ({ retryAfterSeconds }: AppError): number =>
  retryAfterSeconds === undefined ? DEFAULT_WAIT_MS : retryAfterSeconds * 1_000
