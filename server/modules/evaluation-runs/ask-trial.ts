/** Asks one trial that was claimed, and hands in what came of it. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import type { AgentService, Endpoint } from '#server/modules/agents/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Conversation, converse, RetryLater } from './conversation.ts'
import type { Pace } from './pace.ts'
import {
  type AskedRun,
  BrokenOff,
  type ClaimedTrial,
  type StoreResult,
  type TrialSource,
} from './trials/trial-source.ts'

export type AskingDependencies = {
  source: TrialSource
  clock: Clock
  agents: Pick<AgentService, 'ask'>
  onFailure: (error: unknown) => void
}

type Asking = {
  trial: ClaimedTrial
  run: AskedRun
  endpoint: Endpoint
  pace: Pace
  /** Called once nothing is asked any more, and the result is only to be stored. */
  onAnswered: (conversation: Conversation) => void
  /** Has the agent left alone until a limit ends; returns the milliseconds, `undefined` if the run was paused instead. */
  waitForLimit: (error: AppError) => Promise<number | undefined>
  /** Aborted if the run is cancelled or deleted, or the engine stops. */
  signal: AbortSignal
}

/** Creates the function that asks a trial. It returns the conversation whose result is stored; `undefined` without one. */
export function createTrialAsker({ source, clock, agents, onFailure }: AskingDependencies) {
  /** Counts a call before it is made, as soon as the limits of the platform and of the connection allow it. */
  async function countCall({ trial, run, endpoint, waitForLimit, signal }: Asking, isRetry: boolean): Promise<void> {
    for (;;) {
      try {
        return await source.countCall(run, trial, { endpoint, isRetry })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tooManyRequests') throw error
        const waitMs = await waitForLimit(error)
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

  return async (asking: Asking): Promise<Conversation | undefined> => {
    const { trial, run, endpoint, pace, onAnswered, signal } = asking
    /** How many messages were sent. */
    let sent = 0
    /** Calls that the run has counted, and those that were made. */
    let counted = trial.turns.length
    let made = 0
    const queueMs = Math.max(0, clock.now().getTime() - Date.parse(run.startedAt))
    try {
      if (run.isClaimedAhead && !(await source.mayBegin(run))) throw new BrokenOff()
      const conversation = await converse({
        turns: trial.turns,
        retries: run.retries,
        random: createRandom((run.seed + trial.position) >>> 0),
        endpoint,
        user: `zhijian-${randomUUID()}`,
        ask: agents.ask,
        async beforeCall(retry) {
          // The claim has counted the first one.
          if (made > 0) await countCall(asking, retry > 0)
          if (retry > 0) counted += 1
          else sent += 1
          made += 1
        },
        onOverload: (retryAfterMs) => pace.recordOverload(clock.now().getTime(), retryAfterMs),
        signal,
      })
      if (!conversation.problem) pace.recordSuccess(endpoint.maxConcurrency)
      const store = await source.decide({ trial, endpoint, conversation, queueMs })
      onAnswered(conversation)
      await storeResult(store, signal)
      return conversation
    } catch (error) {
      // An engine that can't store a result doesn't keep the trial: another one asks again when the lease ends.
      if (source.isOutage(error)) onFailure(error)
      else if (error instanceof BrokenOff || error instanceof RetryLater || signal.aborted)
        await source.release(trial, { begun: sent, unmade: counted - made, isRefused: error instanceof RetryLater })
      else {
        onFailure(error)
        // Asked again, it would only fail again, at the owner's cost.
        await source.fail(trial, made)
      }
      return undefined
    }
  }
}

const OUTAGE_RETRY_MS = 1_000
