import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Counts and sums come as int8; ours stay far below 2^53. */
const INT8 = 20
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** Returns a pool on a `postgres://…` address. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, connectionTimeoutMillis: 10_000 })
  // A connection that the server ends while it idles is replaced by the pool; without a listener it would end us.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

const UNIQUE_VIOLATION = '23505'

/** Returns whether an error says that a unique index was violated. */
export const isPostgresUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

const UNSTORABLE_TEXT = '22021'

/** Returns whether an error is due to U+0000 in a text, which PostgreSQL refuses. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNSTORABLE_TEXT
