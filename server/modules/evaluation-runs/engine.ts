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
import {
  type AskedRun,
  BrokenOff,
  type ClaimedTrial,
  type StoreResult,
  type TrialSource,
} from './trials/trial-source.ts'

type Dependencies = {
  source: TrialSource
  clock: Clock
  agents: Pick<AgentService, 'ask'>
  onFailure: (error: unknown) => void
}

/** What this engine knows of an agent in a run. */
type AgentState = {
  pace: Pace
  /** How often in a row it refused our key. */
  refusals: number
  /** When its last conversation began, as a number that grows. */
  turn: number
}

/** A candidate of which conversations may begin: `count` go on, and `planned` are to begin. */
type Place = { run: AskedRun; candidate: string; endpoint: Endpoint; count: number; planned: number }

/** A trial whose claim this engine has. One that is answered takes no place any more, and is only stored. */
type ActiveTrial = ClaimedTrial & { controller: AbortController; isAnswered: boolean }

/** How many conversations an engine has at once, and one run of them. */
export type Capacity = { conversations: number; perRun: number }

/** Creates an engine. It does nothing until it is asked to. */
export function createRunEngine({ source, clock, agents, onFailure }: Dependencies, capacity: Capacity) {
  const active = new Map<string, ActiveTrial>()
  const conversations = new Set<Promise<void>>()
  /** The places for which trials are being claimed; they are taken. */
  const claimed = new Set<Place>()
  const claims = new Set<Promise<void>>()
  /** What failed in claims, until it is reported. */
  let claimFailures: unknown[] = []
  /** The candidates that had fewer trials to be asked than were wanted, by run, until that may have changed. */
  const exhausted = new Map<string, Set<string>>()
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

  /** Claims as many trials of a candidate as are planned, and begins to ask them, while others are planned. */
  function start(place: Place): void {
    claimed.add(place)
    const claiming = claimPlanned(place)
      .catch((error: unknown) => {
        claimFailures.push(error)
        return []
      })
      .then((trials) => {
        claimed.delete(place)
        claims.delete(claiming)
        for (const trial of trials) begin(trial, place)
        if (trials.length === place.planned) return
        // Its places are free for others.
        markExhausted(place)
        wake()
      })
    claims.add(claiming)
  }

  const claimPlanned = ({ run, candidate, endpoint, planned }: Place): Promise<ClaimedTrial[]> =>
    claim(run, { candidate, endpoint, count: planned })

  function markExhausted({ run, candidate }: Place): void {
    const candidates = exhausted.get(run.id) ?? new Set()
    exhausted.set(run.id, candidates.add(candidate))
  }

  /** Begins to ask a claimed trial. */
  function begin(claimedTrial: ClaimedTrial, { run, endpoint }: Place): void {
    const trial: ActiveTrial = { ...claimedTrial, controller: new AbortController(), isAnswered: false }
    active.set(trial.claim, trial)
    const { pace } = getState(run.id, trial.candidate)
    const isOver = AbortSignal.any([signal, trial.controller.signal])
    const conversation = askTrial({ trial, run, endpoint, pace, signal: isOver })
      .catch(onFailure)
      .finally(() => {
        active.delete(trial.claim)
        conversations.delete(conversation)
        freePlace(run)
      })
    conversations.add(conversation)
  }

  /** Uses a place of a run that has become free, also for candidates that had nothing to be asked until now. */
  function freePlace(run: AskedRun): void {
    exhausted.delete(run.id)
    wake()
  }

  /** Claims trials. At a limit per time there are none, and the agent is left alone until it ends. */
  async function claim(
    run: AskedRun,
    options: { candidate: string; endpoint: Endpoint; count: number },
  ): Promise<ClaimedTrial[]> {
    try {
      return await source.claim(run, options)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
      await waitForLimit(run, options.candidate, error)
      return []
    }
  }

  /**
   * Has an agent left alone until the end of a limit per time. If that takes longer than a minute, as with the calls of a
   * day, the run is paused instead. Returns the milliseconds; `undefined` if it was paused.
   */
  async function waitForLimit(run: AskedRun, candidate: string, error: AppError): Promise<number | undefined> {
    const waitMs = getWait(error)
    if (waitMs > MINUTE_MS) {
      await source.pause(run, { kind: 'limit', message: error.message })
      return undefined
    }
    getState(run.id, candidate).pace.wait(clock.now().getTime() + waitMs)
    void setTimeout(waitMs, undefined, { signal, ref: false }).then(
      () => freePlace(run),
      () => {},
    )
    return waitMs
  }

  type Asking = {
    trial: ActiveTrial
    run: AskedRun
    endpoint: Endpoint
    pace: Pace
    /** Aborted if the run is cancelled or deleted, or the engine stops. */
    signal: AbortSignal
  }

  /** Asks a claimed trial and hands in its result. */
  async function askTrial({ trial, run, endpoint, pace, signal }: Asking): Promise<void> {
    /** How many messages were sent. */
    let sent = 0
    /** Calls that the run has counted, and those that were made. */
    let counted = trial.turns.length
    let made = 0
    let isStored = false
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
          // The claim has counted the first one.
          if (made > 0) await countCall({ trial, run, endpoint, pace, signal }, retry > 0)
          if (retry > 0) counted += 1
          else sent += 1
          made += 1
        },
        onOverload: (retryAfterMs) => pace.recordOverload(clock.now().getTime(), retryAfterMs),
        signal,
      })
      if (!conversation.problem) pace.recordSuccess(endpoint.maxConcurrency)
      const store = await source.decide({ trial, endpoint, conversation, queueMs })
      // Its place is free while the result is stored, unless the run may be paused because of it.
      if (!conversation.problem?.isRefusal) {
        trial.isAnswered = true
        freePlace(run)
      }
      await storeResult(store, signal)
      isStored = true
      await watchRefusals(run, trial.candidate, conversation)
    } catch (error) {
      // An engine that can't store a result doesn't keep the trial: another one asks again when the lease ends.
      if (source.isOutage(error)) return onFailure(error)
      if (error instanceof BrokenOff || error instanceof RetryLater || signal.aborted)
        return source.release(trial, { begun: sent, unmade: counted - made, isRefused: error instanceof RetryLater })
      onFailure(error)
      // Asked again, it would only fail again, at the owner's cost.
      if (!isStored) await source.fail(trial, made)
    }
  }

  /** Counts a call before it is made, as soon as the limits of the platform and of the connection allow it. */
  async function countCall({ trial, run, endpoint, signal }: Asking, isRetry: boolean): Promise<void> {
    for (;;) {
      try {
        return await source.countCall(run, trial, { endpoint, isRetry })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
        const waitMs = await waitForLimit(run, trial.candidate, error)
        if (waitMs === undefined) throw new BrokenOff()
        await setTimeout(waitMs, undefined, { signal })
      }
    }
  }

  /** Stores a result again while the source is away, so that what an agent has said isn't lost. */
  async function storeResult(store: StoreResult, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await store()
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

  let isPlanning = false
  let isWakeRequested = false
  let runs: readonly AskedRun[] = []
  let listedAt = Number.NEGATIVE_INFINITY

  /** Uses the places that have become free. */
  const wake = (): void => void beginConversations().then(finishClaims).catch(onFailure)

  /** Looks which runs there are, ends those that are over, and begins as many conversations as allowed. */
  async function work(): Promise<void> {
    listedAt = Number.NEGATIVE_INFINITY
    exhausted.clear()
    await beginConversations()
    await finishClaims()
  }

  /** Waits for the claims that are being made. Throws the first failure that wasn't reported. */
  async function finishClaims(): Promise<void> {
    await Promise.all(claims)
    const failures = claimFailures
    claimFailures = []
    if (failures.length > 0) throw failures[0]
  }

  /**
   * Begins to claim as many trials as allowed, of the runs as they were a second ago at most. What becomes free while trials
   * are claimed is planned at once.
   */
  async function beginConversations(): Promise<void> {
    isWakeRequested = true
    if (isPlanning || signal.aborted) return
    isPlanning = true
    const failures: unknown[] = []
    try {
      while (isWakeRequested && !signal.aborted) {
        isWakeRequested = false
        if (performance.now() - listedAt >= LIST_MS) await listRuns()
        await startPlanned(failures)
      }
    } finally {
      isPlanning = false
    }
    if (failures.length > 0) throw failures[0]
  }

  async function startPlanned(failures: unknown[]): Promise<void> {
    const places = (await settleAll(runs.map(listPlaces), failures)).flatMap((found) => found ?? [])
    if (!signal.aborted) for (const place of plan(places)) start(place)
  }

  async function listRuns(): Promise<void> {
    listedAt = performance.now()
    const listed = await source.list()
    runs = listed.runs
    for (const failure of listed.failures) onFailure(failure)
    abortOthers(listed.unfinished)
    forgetOthers(runs)
  }

  /** Lists the conversations that go on, and those that begin once their trials are claimed. */
  const listTaken = (): Pick<ActiveTrial, 'runId' | 'candidate'>[] => [
    ...[...active.values()].filter(({ isAnswered }) => !isAnswered),
    ...[...claimed].flatMap(({ run, candidate, planned }) =>
      Array.from({ length: planned }, () => ({ runId: run.id, candidate })),
    ),
  ]

  /** Lists the candidates of a run that bear another conversation. */
  async function listPlaces(run: AskedRun): Promise<Place[]> {
    const now = clock.now().getTime()
    const taken = listTaken().filter(({ runId }) => runId === run.id)
    const counted = run.candidates
      .filter(({ key }) => !exhausted.get(run.id)?.has(key))
      .map(({ key }) => ({ run, candidate: key, count: taken.filter(({ candidate }) => candidate === key).length }))
    // Most often they have all that they bear: that is known without reading their connections.
    const canStart = ({ candidate, count }: { candidate: string; count: number }, max: number) =>
      getState(run.id, candidate).pace.canStart(count, max, now)
    if (!counted.some((place) => canStart(place, Number.POSITIVE_INFINITY))) return []
    const endpoints = await source.listEndpoints(run)
    return counted.flatMap((place) => {
      const endpoint = endpoints.get(place.candidate)
      return endpoint && canStart(place, endpoint.maxConcurrency) ? [{ ...place, endpoint, planned: 0 }] : []
    })
  }

  /**
   * Plans which conversations begin, as far as there are places: next is always one of the run with the fewest, and of the
   * candidate that has waited longest. Returns where they do.
   */
  function plan(places: readonly Place[]): Place[] {
    const taken = listTaken()
    const perRun = new Map<string, number>()
    for (const { runId } of taken) perRun.set(runId, (perRun.get(runId) ?? 0) + 1)
    const countRun = ({ run }: Place) => perRun.get(run.id) ?? 0
    const getTurn = ({ run, candidate }: Place) => getState(run.id, candidate).turn
    const hasRoom = (place: Place) =>
      countRun(place) < capacity.perRun &&
      place.count + place.planned <
        getState(place.run.id, place.candidate).pace.getAllowed(place.endpoint.maxConcurrency)
    for (const place of places) place.planned = 0
    for (let free = capacity.conversations - taken.length; free > 0; free -= 1) {
      const [next] = places.filter(hasRoom).toSorted((a, b) => countRun(a) - countRun(b) || getTurn(a) - getTurn(b))
      if (!next) break
      next.planned += 1
      perRun.set(next.run.id, countRun(next) + 1)
      begun += 1
      getState(next.run.id, next.candidate).turn = begun
    }
    return places.filter(({ planned }) => planned > 0)
  }

  /** Breaks off the conversations of runs that were cancelled or deleted. */
  function abortOthers(unfinished: readonly string[]): void {
    for (const { runId, controller } of active.values()) if (!unfinished.includes(runId)) controller.abort()
  }

  function forgetOthers(listed: readonly AskedRun[]): void {
    const ids = new Set(listed.map(({ id }) => id))
    for (const key of agentStates.keys()) if (!ids.has(String(JSON.parse(key)[0]))) agentStates.delete(key)
  }

  /** Waits until no conversation is left, and none is about to begin. */
  async function waitUntilIdle(): Promise<void> {
    while (conversations.size + claims.size > 0 || isPlanning) {
      await Promise.all([...conversations, ...claims])
      await setTimeout(1)
    }
  }

  return {
    work,
    waitUntilIdle,

    /** Returns how many conversations go on. */
    countActive: (): number => active.size,

    /** Extends the leases of what this engine is asking. */
    renew: () => source.renew([...active.keys()]),

    /** Breaks off what this engine is asking, and gives up what it is claiming; others or the next start ask it again. */
    async stop(): Promise<void> {
      stopController.abort()
      await waitUntilIdle()
    },
  }
}

/** Waits for all. Returns what they bring, and `undefined` for those that fail, whose errors are added to `failures`. */
async function settleAll<Result>(promises: Promise<Result>[], failures: unknown[]): Promise<(Result | undefined)[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((item) => {
    if (item.status === 'fulfilled') return item.value
    failures.push(item.reason)
    return undefined
  })
}

/** How old the list of runs may be by which conversations begin; claims go by what is true when they are made. */
const LIST_MS = 1_000
const OUTAGE_RETRY_MS = 1_000
const DEFAULT_WAIT_MS = 1_000
const getWait = ({ retryAfterSeconds }: AppError): number =>
  retryAfterSeconds === undefined ? DEFAULT_WAIT_MS : retryAfterSeconds * 1_000
