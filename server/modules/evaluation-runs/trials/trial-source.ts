/**
 * What the engine needs of whoever has the trials: the database on a node of the server, the calls of the server on a
 * runner. Everything that is asked goes through the same engine.
 */
import type { AskedConnection } from '#contracts/evaluation-runs/runner.ts'
import { type Endpoint, getFingerprint } from '#server/modules/agents/service.ts'
import type { Conversation } from '../conversation.ts'

/** A run whose trials may be asked. */
export type AskedRun = {
  id: string
  projectId: string
  startedAt: string
  candidates: readonly { key: string; name: string }[]
  retries: number
  seed: number
  /** Whether more trials may be claimed than are asked at once. */
  isClaimedAhead: boolean
}

/** A trial that was claimed, and is asked by whoever has the claim. */
export type ClaimedTrial = {
  runId: string
  position: number
  claim: string
  task: string
  candidate: string
  turns: string[]
}

/** Trials that were claimed; `room` is how many conversations with the candidate others leave to whoever claimed them. */
export type ClaimResult = { trials: ClaimedTrial[]; room: number }

/**
 * Returns how many trials are claimed for a number of conversations: half as many more, so that a place that becomes free
 * needn't wait for a claim.
 */
export const withAhead = (conversations: number): number => conversations + Math.ceil(conversations / 2)

/** What came of a trial; `queueMs` is how long it waited since its run began. */
type Answered = { trial: ClaimedTrial; endpoint: Endpoint; conversation: Conversation; queueMs: number }

/**
 * How a claim was given up: `begun` is how many of its messages were sent, `unmade` how many calls were counted but not
 * made; `isRefused` says that the agent refused the first, and so has done nothing.
 */
export type Release = { begun: number; unmade: number; isRefused: boolean }

/** Why a run is paused by whoever asks: an agent refuses its key, or a limit of the platform lasts for long. */
export type PauseCause = { kind: 'refused'; candidate: string } | { kind: 'limit'; message: string }

/** Thrown to break off a conversation, such as at a limit or after its claim was lost; its trial is asked again. */
export class BrokenOff extends Error {}

/** Stores a result. Throws if it can't be kept now. */
export type StoreResult = () => Promise<void>

export type TrialSource = {
  /**
   * Lists the runs whose trials may be claimed now, the ids of all that haven't ended, of those that are paused, and why some
   * couldn't be read.
   */
  list(): Promise<{
    runs: readonly AskedRun[]
    unfinished: readonly string[]
    paused: readonly string[]
    failures: readonly unknown[]
  }>
  /** Returns how the candidates of a run are called, by their keys; those are missing that can't be now. */
  listEndpoints(run: AskedRun): Promise<ReadonlyMap<string, Endpoint>>
  /**
   * Claims the next trials of a candidate, `count` at most, and counts the first call of each; `own` are the claims that the
   * caller has of it. Throws `tooManyRequests` if there are none because of a limit per time.
   */
  claim(
    run: AskedRun,
    options: { candidate: string; endpoint: Endpoint; count: number; own: readonly string[] },
  ): Promise<ClaimResult>
  /** Returns whether a trial that was claimed ahead may begin now: its run may have been paused since. */
  mayBegin(run: AskedRun): Promise<boolean>
  /**
   * Counts a call after the first of a claim, or a retry, before it is made. Throws `tooManyRequests` above a limit per time,
   * and `BrokenOff` if the claim was lost, or at the limit of calls.
   */
  countCall(run: AskedRun, trial: ClaimedTrial, options: { endpoint: Endpoint; isRetry: boolean }): Promise<void>
  /** Decides a trial by what came of it. Returns how the result is stored, which may be tried again. */
  decide(answered: Answered): Promise<StoreResult>
  /** Ends a trial that couldn't be asked because of a fault of ours, after `calls` calls. */
  fail(trial: ClaimedTrial, calls: number): Promise<void>
  /** Gives up a claim, so that the trial is asked again. */
  release(trial: ClaimedTrial, release: Release): Promise<void>
  /** Extends claims. */
  renew(claims: readonly string[]): Promise<void>
  pause(run: AskedRun, cause: PauseCause): Promise<void>
  /** Returns whether an error is one of the source, which passes. */
  isOutage(error: unknown): boolean
}

/** Returns what a claim says of the connection by which its trial will be asked. */
export const describeConnection = (endpoint: Endpoint): AskedConnection => ({
  fingerprint: getFingerprint(endpoint),
  maxConcurrency: endpoint.maxConcurrency,
  perMinute: endpoint.perMinute,
  costPerCall: endpoint.price.perCall ?? 0,
})
