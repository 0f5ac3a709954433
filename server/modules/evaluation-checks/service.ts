import type { FieldError } from '#contracts/errors.ts'
import type { Check, CheckKind, CheckReply, CheckRequest } from '#contracts/evaluation-checks/check.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import { createKeyedQueue } from '#server/platform/keyed-queue.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import type * as checks from './check-worker.ts'

/** Fifty checks that each reach their own limit of time would take longer, and are stopped. */
const POOL_LIMITS = { queueMax: 50, timeoutMs: 10_000 } as const

/** Checks that take time in proportion to the reply, and compile nothing of strangers. */
const QUICK_KINDS: ReadonlySet<CheckKind> = new Set<CheckKind>([
  'equals',
  'contains',
  'containsAny',
  'containsAll',
  'noneOf',
  'startsWith',
  'latency',
  'firstToken',
  'cost',
  'length',
  'rubric',
  'human',
])
/** Characters that are folded, and comparisons of repetitive texts, that take at most about a millisecond. */
const QUICK = { characters: 50_000, comparisons: 1_000_000 } as const

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Returns how many characters a check looks for in all. */
function countSought(check: Check): number {
  if ('values' in check) return sum(check.values.map(({ length }) => length))
  return 'value' in check && typeof check.value === 'string' ? check.value.length : 0
}

/** A character of full width may fold to 18 others. */
const isQuickKind = (check: Check): boolean =>
  QUICK_KINDS.has(check.kind) && !('ignoreWidth' in check && check.ignoreWidth)

/** Whether asking the worker thread would take longer than the checks themselves. */
function isQuick({ checks, reply }: CheckRequest): boolean {
  if (!checks.every(isQuickKind)) return false
  const sought = sum(checks.map(countSought))
  return checks.length * reply.length + sought <= QUICK.characters && sought * reply.length <= QUICK.comparisons
}

export type EvaluationCheckService = ReturnType<typeof createEvaluationCheckService>

/**
 * Creates the service for checks of replies. They run in a worker thread, since patterns and schemas are strangers', unless
 * they are quick.
 */
export function createEvaluationCheckService() {
  const pool = createWorkerPool<typeof checks>(new URL('./check-worker.ts', import.meta.url), POOL_LIMITS)
  const enqueue = createKeyedQueue()

  async function checkQuickly(request: CheckRequest): Promise<CheckReply> {
    const { checkReply } = await import('./check-reply.ts')
    return checkReply(request)
  }

  async function checkInWorker(request: CheckRequest): Promise<CheckReply> {
    const reply = await pool.run<{ result: CheckReply } | { errors: FieldError[] }>('check', request)
    if ('errors' in reply) throw invalidFields(reply.errors)
    return reply.result
  }

  return {
    /**
     * Returns each check's verdict, and the score. Throws `invalid` with the paths of patterns and schemas that have
     * errors, and `unavailable` if too many requests wait, or if the checks take too long.
     */
    check: (request: CheckRequest): Promise<CheckReply> =>
      isQuick(request) ? checkQuickly(request) : checkInWorker(request),

    /**
     * Returns what `check` does, however many wait for their turn: the time of one begins with its turn. For replies that
     * were paid for.
     */
    checkInTurn: (request: CheckRequest): Promise<CheckReply> =>
      isQuick(request) ? checkQuickly(request) : enqueue('check', () => checkInWorker(request)),

    /**
     * Returns the patterns and schemas of each list of checks that can't be compiled, with their paths below `checks`.
     * Throws `unavailable` if too many requests wait.
     */
    listErrors: (lists: readonly (readonly Check[])[]): Promise<FieldError[][]> => pool.run('listErrors', lists),
    close: pool.close,
  }
}
