import type { FieldError } from '#contracts/errors.ts'
import type { Check, CheckReply, CheckRequest } from '#contracts/evaluation-checks/check.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import { createKeyedQueue } from '#server/platform/keyed-queue.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import type * as checks from './check-worker.ts'

/** Fifty checks that each reach their own limit of time would take longer, and are stopped. */
const POOL_LIMITS = { queueMax: 50, timeoutMs: 10_000 } as const

export type EvaluationCheckService = ReturnType<typeof createEvaluationCheckService>

/** Creates the service for checks of replies. They run in a worker thread, since patterns and schemas are strangers'. */
export function createEvaluationCheckService() {
  const pool = createWorkerPool<typeof checks>(new URL('./check-worker.ts', import.meta.url), POOL_LIMITS)
  const enqueue = createKeyedQueue()

  async function check(request: CheckRequest): Promise<CheckReply> {
    const reply = await pool.run<{ result: CheckReply } | { errors: FieldError[] }>('check', request)
    if ('errors' in reply) throw invalidFields(reply.errors)
    return reply.result
  }

  return {
    /**
     * Returns each check's verdict, and the score. Throws `invalid` with the paths of patterns and schemas that have
     * errors, and `unavailable` if too many requests wait, or if the checks take too long.
     */
    check,

    /**
     * Returns what `check` does, however many wait for their turn: the time of one begins with its turn. For replies that
     * were paid for.
     */
    checkInTurn: (request: CheckRequest): Promise<CheckReply> => enqueue('check', () => check(request)),

    /**
     * Returns the patterns and schemas of each list of checks that can't be compiled, with their paths below `checks`.
     * Throws `unavailable` if too many requests wait.
     */
    listErrors: (lists: readonly (readonly Check[])[]): Promise<FieldError[][]> => pool.run('listErrors', lists),
    close: pool.close,
  }
}
