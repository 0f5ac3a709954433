/** Reports the duration of statements. */
import type { LogEvent } from 'kysely'

/** An executed statement; its SQL contains placeholders instead of values. */
type Statement = { sql: string; milliseconds: number }
export type StatementListener = (statement: Statement) => void

export type StatementEvents = ReturnType<typeof createStatementEvents>

/** Creates a Kysely logger that notifies subscribers of each statement, including failed ones. */
export function createStatementEvents() {
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
