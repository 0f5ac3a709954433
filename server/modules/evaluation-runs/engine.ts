/**
 * Asks the trials of all running runs of a source. Any number of engines do so at once: a trial belongs to whoever claims
 * it, and comes back when its lease ends, such as after the process was killed.
 */
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUNS } from '#contracts/limits.ts'
import type { Endpoint } from '#server/modules/agents/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type AskingDependencies, createTrialAsker } from './ask-trial.ts'
import type { Conversation } from './conversation.ts'
import { createPace, type Pace } from './pace.ts'
import {
  type AskedRun,
  type ClaimedTrial,
  type ClaimResult,
  type PauseCause,
  withAhead,
} from './trials/trial-source.ts'

/** What this engine knows of an agent in a run. */
type AgentState = {
  readonly runId: string
  readonly candidate: string
  readonly pace: Pace
  /** How often in a row it refused our key. */
  refusals: number
  /** When a conversation or a claim was planned last, as a number that grows. */
  turn: number
  /** Trials that were claimed ahead: each begins at once when there is a place, which doesn't wait for a claim then. */
  held: HeldTrial[]
  /** How many trials are being claimed. */
  claiming: number
  /** How many conversations others leave to this engine, as its last claim has found. */
  room: number
  /** Whether it had fewer trials than were wanted, until that may have changed. */
  isExhausted: boolean
}

type HeldTrial = { trial: ClaimedTrial; run: AskedRun; endpoint: Endpoint }

/** A trial that is being asked. One that is answered takes no place any more, and is only stored. */
type ActiveTrial = ClaimedTrial & { state: AgentState; controller: AbortController; isAnswered: boolean }

/** A candidate that bears more trials: `count` are this engine's, at most `max` may be, and `planned` are to be claimed. */
type Place = { run: AskedRun; state: AgentState; endpoint: Endpoint; count: number; max: number; planned: number }

/** How many conversations an engine has at once, and one run of them. */
export type Capacity = { conversations: number; perRun: number }

/** Creates an engine. It does nothing until it is asked to. */
export function createRunEngine({ source, clock, agents, onFailure }: AskingDependencies, capacity: Capacity) {
  const askTrial = createTrialAsker({ source, clock, agents, onFailure })
  const states = new Map<string, AgentState>()
  const active = new Map<string, ActiveTrial>()
  /** Conversations, and releases of claims. */
  const going = new Set<Promise<void>>()
  const claims = new Set<Promise<void>>()
  /** What failed in claims, until it is reported. */
  let claimFailures: unknown[] = []
  /** Counts what was planned. */
  let turns = 0
  const stopController = new AbortController()
  const { signal } = stopController

  function getState(runId: string, candidate: string): AgentState {
    const key = JSON.stringify([runId, candidate])
    const state = states.get(key) ?? {
      runId,
      candidate,
      pace: createPace(),
      refusals: 0,
      turn: 0,
      held: [],
      claiming: 0,
      room: Number.POSITIVE_INFINITY,
      isExhausted: false,
    }
    states.set(key, state)
    return state
  }

  const takeTurn = (state: AgentState): void => {
    turns += 1
    state.turn = turns
  }

  /** Lists the trials of an agent whose claims this engine has. */
  const listOwn = (state: AgentState): ClaimedTrial[] => [
    ...[...active.values()].filter((trial) => trial.state === state),
    ...state.held.map(({ trial }) => trial),
  ]

  /** Counts the conversations that go on by run, and by agent. */
  function countAsked() {
    const asked = [...active.values()].filter(({ isAnswered }) => !isAnswered)
    return {
      total: asked.length,
      byRun: countBy(asked, ({ runId }) => runId),
      byAgent: countBy(asked, ({ state }) => state),
    }
  }

  const getAllowed = ({ pace, room }: AgentState, { maxConcurrency }: Endpoint): number =>
    Math.min(pace.getAllowed(maxConcurrency), room)

  /**
   * Begins trials that are held, as far as there are places: next is always one of the run with the fewest conversations,
   * and of the candidate that has waited longest.
   */
  function beginHeld(): void {
    const now = clock.now().getTime()
    while (!signal.aborted) {
      const { total, byRun, byAgent } = countAsked()
      if (total >= capacity.conversations) return
      const bears = (state: AgentState): boolean => {
        const [next] = state.held
        return (
          next !== undefined &&
          !state.pace.isWaiting(now) &&
          byRun(state.runId) < capacity.perRun &&
          byAgent(state) < getAllowed(state, next.endpoint)
        )
      }
      const next = pickNext([...states.values()].filter(bears), ({ runId }) => byRun(runId))
      const held = next?.held.shift()
      if (!next || !held) return
      takeTurn(next)
      begin(held, next)
    }
  }

  /** Begins to ask a claimed trial. */
  function begin({ trial: claimedTrial, run, endpoint }: HeldTrial, state: AgentState): void {
    const trial: ActiveTrial = { ...claimedTrial, state, controller: new AbortController(), isAnswered: false }
    active.set(trial.claim, trial)
    const conversation = askTrial({
      trial,
      run,
      endpoint,
      pace: state.pace,
      onAnswered({ problem }) {
        // Its place is free while the result is stored, unless the run may be paused because of it.
        if (problem?.isRefusal) return
        trial.isAnswered = true
        freePlace(run)
      },
      waitForLimit: (error) => waitForLimit(run, state, error),
      signal: AbortSignal.any([signal, trial.controller.signal]),
    })
      .then((heard) => heard && watchRefusals(run, state, heard))
      .catch(onFailure)
      .finally(() => {
        active.delete(trial.claim)
        going.delete(conversation)
        freePlace(run)
      })
    going.add(conversation)
  }

  /** Uses a place of a run that has become free, also for candidates that had nothing to be asked until now. */
  function freePlace({ id }: AskedRun): void {
    for (const state of states.values()) if (state.runId === id) state.isExhausted = false
    beginHeld()
    wake()
  }

  /** Gives up the trials of an agent that are held. */
  function releaseHeld(state: AgentState): void {
    for (const { trial } of state.held.splice(0)) {
      const released = source
        .release(trial, { begun: 0, unmade: trial.turns.length, isRefused: false })
        .catch(onFailure)
        .finally(() => going.delete(released))
      going.add(released)
    }
  }

  /** Claims the trials that are planned, and begins as many of them as there are places for, while others are planned. */
  function start(place: Place): void {
    const { run, state, endpoint, planned } = place
    state.claiming = planned
    const claiming = claim(place)
      .catch((error: unknown) => {
        claimFailures.push(error)
        return { trials: [], room: state.room }
      })
      .then(({ trials, room }) => {
        claims.delete(claiming)
        state.claiming = 0
        state.room = room
        state.isExhausted = trials.length < planned
        for (const trial of trials) state.held.push({ trial, run, endpoint })
        // What others leave no room for is theirs, too.
        if (signal.aborted || room <= 0) releaseHeld(state)
        beginHeld()
        wake()
      })
    claims.add(claiming)
  }

  /** Claims trials. At a limit per time there are none, and the agent is left alone until it ends. */
  async function claim({ run, state, endpoint, planned }: Place): Promise<ClaimResult> {
    const { candidate } = state
    const own = listOwn(state).map((trial) => trial.claim)
    try {
      return await source.claim(run, { candidate, endpoint, count: planned, own })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
      await waitForLimit(run, state, error)
      return { trials: [], room: state.room }
    }
  }

  /**
   * Has an agent left alone until the end of a limit per time. If that takes longer than a minute, as with the calls of a
   * day, the run is paused instead. Returns the milliseconds; `undefined` if it was paused.
   */
  async function waitForLimit(run: AskedRun, { pace }: AgentState, error: AppError): Promise<number | undefined> {
    const waitMs = getWait(error)
    if (waitMs > MINUTE_MS) {
      await pause(run, { kind: 'limit', message: error.message })
      return undefined
    }
    pace.wait(clock.now().getTime() + waitMs)
    void setTimeout(waitMs, undefined, { signal, ref: false }).then(
      () => freePlace(run),
      () => {},
    )
    return waitMs
  }

  /** Pauses a run whose key an agent refuses again and again. */
  async function watchRefusals(run: AskedRun, state: AgentState, { problem }: Conversation): Promise<void> {
    state.refusals = problem?.isRefusal ? state.refusals + 1 : 0
    if (state.refusals < RUNS.refusals) return
    state.refusals = 0
    await pause(run, { kind: 'refused', candidate: state.candidate })
  }

  /** Pauses a run. Nothing of it begins any more, although this engine looks later which runs go on. */
  async function pause(run: AskedRun, cause: PauseCause): Promise<void> {
    await source.pause(run, cause)
    runs = runs.filter(({ id }) => id !== run.id)
    for (const state of states.values()) if (state.runId === run.id) releaseHeld(state)
  }

  let isPlanning = false
  let isWakeRequested = false
  let runs: readonly AskedRun[] = []
  let listedAt = Number.NEGATIVE_INFINITY

  /** Uses the places that have become free. */
  const wake = (): void => void claimAhead().then(finishClaims).catch(onFailure)

  /** Looks which runs there are, ends those that are over, and begins as many conversations as allowed. */
  async function work(): Promise<void> {
    listedAt = Number.NEGATIVE_INFINITY
    for (const state of states.values()) state.isExhausted = false
    await claimAhead()
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
  async function claimAhead(): Promise<void> {
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
    // Conversations of runs that were cancelled or deleted are broken off. Those of paused ones end, and none begins.
    for (const { runId, controller } of active.values()) if (!listed.unfinished.includes(runId)) controller.abort()
    const ids = new Set(runs.map(({ id }) => id))
    for (const [key, state] of states) {
      if (listed.paused.includes(state.runId) || !listed.unfinished.includes(state.runId)) releaseHeld(state)
      if (!ids.has(state.runId) && state.held.length + state.claiming === 0) states.delete(key)
    }
    beginHeld()
  }

  /** Lists the candidates of a run of which more trials may be claimed. */
  async function listPlaces(run: AskedRun): Promise<Place[]> {
    const now = clock.now().getTime()
    const bears = ({ pace, claiming, isExhausted }: AgentState) =>
      claiming === 0 && !isExhausted && !pace.isWaiting(now)
    const { byAgent } = countAsked()
    const toPlace = (state: AgentState, endpoint: Endpoint): Place => {
      // An engine to which others leave no room looks whether they still do.
      const allowed = Math.max(1, getAllowed(state, endpoint))
      const asked = byAgent(state)
      // Before one candidate's trials are claimed ahead, all are asked something: a limit may not suffice for more.
      const max = run.isClaimedAhead && asked > 0 ? withAhead(allowed) : allowed
      return { run, state, endpoint, count: asked + state.held.length, max, planned: 0 }
    }
    const candidates = run.candidates.map(({ key }) => getState(run.id, key)).filter(bears)
    if (candidates.length === 0) return []
    const endpoints = await source.listEndpoints(run)
    return candidates.flatMap((state) => {
      const endpoint = endpoints.get(state.candidate)
      return endpoint ? [toPlace(state, endpoint)] : []
    })
  }

  /** Plans which trials are claimed, in the order in which they will begin, and as many ahead. Returns where there are. */
  function plan(places: readonly Place[]): Place[] {
    const { total, byRun } = countAsked()
    const listed = [...states.values()]
    const countWaiting = (list: readonly AgentState[]) =>
      list.reduce((sum, { held, claiming }) => sum + held.length + claiming, 0)
    const perRun = new Map<string, number>()
    for (const { run } of places)
      perRun.set(run.id, byRun(run.id) + countWaiting(listed.filter(({ runId }) => runId === run.id)))
    const countRun = ({ id }: AskedRun) => perRun.get(id) ?? 0
    const hasRoom = ({ run, count, planned, max }: Place) =>
      count + planned < max && countRun(run) < withAhead(capacity.perRun)
    for (let free = withAhead(capacity.conversations) - total - countWaiting(listed); free > 0; free -= 1) {
      const next = pickNext(
        places.filter(hasRoom).map((place) => ({ place, turn: place.state.turn })),
        ({ place }) => countRun(place.run),
      )?.place
      if (!next) break
      next.planned += 1
      perRun.set(next.run.id, countRun(next.run) + 1)
      takeTurn(next.state)
    }
    return places.filter(({ planned }) => planned > 0)
  }

  /** Waits until no conversation is left, and none is about to begin. */
  async function waitUntilIdle(): Promise<void> {
    while (going.size + claims.size > 0 || isPlanning) {
      await Promise.all([...going, ...claims])
      await setTimeout(1)
    }
  }

  return {
    work,
    waitUntilIdle,

    /** Returns how many conversations go on. */
    countActive: (): number => active.size,

    /** Extends the leases of what this engine is asking, or about to ask. */
    renew: () =>
      source.renew([
        ...active.keys(),
        ...[...states.values()].flatMap(({ held }) => held.map(({ trial }) => trial.claim)),
      ]),

    /** Breaks off what this engine is asking, and gives up what it has claimed; others or the next start ask it again. */
    async stop(): Promise<void> {
      stopController.abort()
      for (const state of states.values()) releaseHeld(state)
      await waitUntilIdle()
    },
  }
}

/** Returns what is next: of the run with the fewest, what has waited longest. */
function pickNext<Item extends { turn: number }>(
  items: readonly Item[],
  countRun: (item: Item) => number,
): Item | undefined {
  const [next] = items.toSorted((a, b) => countRun(a) - countRun(b) || a.turn - b.turn)
  return next
}

/** Returns a function that returns how many items have a key. */
function countBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): (key: Key) => number {
  const counts = Map.groupBy(items, getKey)
  return (key) => counts.get(key)?.length ?? 0
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
const DEFAULT_WAIT_MS = 1_000
const getWait = ({ retryAfterSeconds }: AppError): number =>
  retryAfterSeconds === undefined ? DEFAULT_WAIT_MS : retryAfterSeconds * 1_000
