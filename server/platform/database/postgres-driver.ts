import {
  CompiledQuery,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** Creates a dialect on a pool. Destroying the Kysely instance ends the pool. */
export const createPostgresDialect = (pool: PostgresPool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Kysely's own driver returns broken connections to the pool as healthy. */
class PostgresDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresConnection> {
    return this.#pool.connect()
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    return this.#pool.release(connection)
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean)
    await connection.executeQuery(CompiledQuery.raw(['begin', ...modes].join(' ')))
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

/** Returns whether an error has a code of PostgreSQL. */
const hasPostgresCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const UNIQUE_VIOLATION = '23505'

/** Returns whether an error was caused by a violated unique index. */
export const isPostgresUniqueViolation = (error: unknown): boolean => hasPostgresCode(error, UNIQUE_VIOLATION)

const FAILED_TRANSACTION = '25P02'

/** Returns whether a statement was refused because an earlier one of its transaction has failed. */
export const isInFailedTransaction = (error: unknown): boolean => hasPostgresCode(error, FAILED_TRANSACTION)

const UNSTORABLE_TEXT = '22021'

/** Returns whether an error is caused by U+0000 in a text, which PostgreSQL rejects. */
export const isUnstorableText = (error: unknown): boolean => hasPostgresCode(error, UNSTORABLE_TEXT)
