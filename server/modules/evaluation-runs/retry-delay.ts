import type { AgentFailure } from '#contracts/agents/messages.ts'
import type { Outcome } from '#server/modules/agents/service.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
const JITTER = 0.2

/**
 * Returns how long to wait before a call is tried again: 1 s × 2ⁿ, at most 60 s, ± 20 %; `retry` counts from 0. At least as
 * long as the agent asks for.
 */
export function getRetryDelay(retry: number, random: () => number, retryAfterMs = 0): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** retry, MAX_DELAY_MS)
  return Math.max(delay * (1 + JITTER * (2 * random() - 1)), retryAfterMs)
}

/** Failures of the network and of a busy agent, which may pass. */
const PASSING_FAILURES: ReadonlySet<AgentFailure> = new Set([
  'unreachable',
  'disconnected',
  'firstTokenTimeout',
  'rateLimited',
  'overloaded',
  'serverError',
])
const REQUEST_TIMEOUT = 408

/** Returns whether a failed call may be tried again: only if nothing of the reply has come. */
export const canRetry = (outcome: Extract<Outcome, { isAnswered: false }>): boolean =>
  outcome.transcript.firstTokenMs === undefined &&
  (PASSING_FAILURES.has(outcome.failure) || outcome.status === REQUEST_TIMEOUT)

/** Returns whether a failure says that the agent is asked too much. */
export const isOverload = ({ failure }: { failure: AgentFailure }): boolean =>
  failure === 'rateLimited' || failure === 'overloaded'

/** Returns whether an agent refused our key. */
export const isRefusal = ({ failure }: { failure: AgentFailure }): boolean =>
  failure === 'unauthorized' || failure === 'forbidden'
