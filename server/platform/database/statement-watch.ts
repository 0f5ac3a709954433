/** Reports how long statements take. */
import type { LogEvent } from 'kysely'

/** A statement as it was sent, with places for its values instead of them. */
export type Statement = { sql: string; milliseconds: number }
export type StatementListener = (statement: Statement) => void

/** Creates what Kysely logs to, and what is to be told of each statement, failed ones too. */
export function createStatementWatch() {
  const listeners = new Set<StatementListener>()
  return {
    log({ query, queryDurationMillis }: LogEvent): void {
      for (const listener of listeners) listener({ sql: query.sql, milliseconds: queryDurationMillis })
    },
    /** Returns an unsubscribe function. */
    subscribe(listener: StatementListener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
