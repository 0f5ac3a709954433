/** Logs slow SQL statements with the id of their request. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './platform/database/database.ts'
import { currentRequestId } from './platform/request-context.ts'

/** Statements with many placeholders are long. */
const TEXT_MAX = 2_000

/**
 * Logs each statement that takes `thresholdMs` or longer, at level `warn` with `log: "slow-query"`: its SQL without
 * values, its duration and the id of the request. 0 disables the log. Returns an unsubscribe function.
 */
export function logSlowQueries(
  { onStatement }: Pick<Database, 'onStatement'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  thresholdMs: number,
): () => void {
  if (thresholdMs === 0) return () => {}
  return onStatement(({ sql, milliseconds }) => {
    if (milliseconds < thresholdMs) return
    const requestId = currentRequestId() ?? null
    log.warn({ log: 'slow-query', sql: sql.slice(0, TEXT_MAX), ms: Math.round(milliseconds), requestId }, 'slow query')
  })
}
